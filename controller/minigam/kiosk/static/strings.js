// Every text that the page itself says. Texts of the game (prompts, reasons, labels, rules) come from the daemon.

const sides = { white: 'White', black: 'Black' };
const seats = { human: 'person', easy: 'easy computer', medium: 'medium computer', hard: 'hard computer', gnubg: 'GNU Backgammon', perfect: 'perfect computer' };
const kinds = { gammon: 'a gammon', backgammon: 'a backgammon', dropped: 'double dropped' };

function zoneParts(zone) {
  const [kind, which] = zone.split('-');
  return { kind, which };
}

const zones = {
  point: (which) => `Point ${which}`,
  bar: (which) => `${sides[which]} bar`,
  off: (which) => `${sides[which]} off tray`,
};

const shortZones = {
  point: (which) => [which],
  bar: (which) => [sides[which], 'bar'],
  off: (which) => [sides[which], 'off'],
};

const signs = { '+': 'plus', '-': 'minus', 0: '' };
const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

const timeLeft = (seconds) => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

/** What a new game does to a match that is not decided yet. */
function endOfMatch({ match, score, phase, controls }) {
  if (!match?.length || Math.max(score.white, score.black) >= match.length) return '';
  const lost = `This ends the match to ${match.length} points at White ${score.white}, Black ${score.black}. The score goes back to 0.`;
  return phase === 'game-over' ? `${lost} “${controls.roll.label}” goes on with the match.` : lost;
}

export const strings = {
  language: 'en',

  side: (side) => sides[side] ?? side,
  button: (name, label) => (label.toLowerCase() === name ? '' : name),
  seat: (seat) => seats[seat] ?? `computer, ${seat}`,
  score: (side, points, seat) => `${sides[side]}, ${count(points, 'point', 'points')}, ${seat}`,
  total: (points) => `borne off for ${points}`,
  shortTotal: (points) => `Σ ${points}`,

  zone(zone) {
    const { kind, which } = zoneParts(zone);
    return zones[kind]?.(which) ?? zone;
  },
  zoneLabel(zone) {
    const { kind, which } = zoneParts(zone);
    return shortZones[kind]?.(which) ?? [zone];
  },
  checkers(side, number, faces) {
    const words = count(number, `${side} checker`, `${side} checkers`);
    return faces ? `${words} (${faces.map(strings.face).join(', ')})` : words;
  },
  wrong: ({ put, take, side }) => (put ? `put ${put} ${side} here` : `take ${take} away`),
  face: (face) => [face.slice(0, -1), signs[face.at(-1)]].filter(Boolean).join(' '),
  empty: 'empty',
  states: {
    source: 'can be moved',
    selected: 'chosen',
    lifted: 'lifted',
    target: 'can be reached',
    hit: 'can be hit',
    from: 'move from here',
    to: 'move to here',
  },
  choice: ({ name, value }) => (value ? `${name}: ${value}` : name),

  turn: (side) => sides[side],
  toPlay: (seat) => (seat === 'human' ? 'to play' : strings.seat(seat)),
  wins: (side) => `${sides[side]} wins`,
  won: ({ points, kind }) => [count(points, 'point', 'points'), kinds[kind]].filter(Boolean).join(', '),
  passes: (side) => `${sides[side]} passes`,
  noPlay: 'no checker can move',
  headlines: { attract: 'Welcome', opening: 'Opening throw', menu: 'Menu', paused: 'Paused', resigning: 'Resign?', doubled: 'Doubled', 'game-over': 'Game over' },

  cubeNumber: (value) => String(value),
  cubePower: (value) => `2${[...String(Math.round(Math.log2(value)))].map((digit) => digits[digit]).join('')}`,
  cube({ value, owner, offered_by: offeredBy }) {
    if (offeredBy) return `${sides[offeredBy]} doubles to ${value}`;
    return owner ? `${sides[owner]}’s doubling cube, ${value}` : `Doubling cube in the middle, ${value}`;
  },
  match: (length) => (length ? `${length}-point match` : 'Money game'),
  shortMatch: (length) => (length ? `to ${length}` : 'Money'),
  crawford: 'Crawford',

  die({ value, side, used, lost }) {
    const fate = lost ? ', lost' : used ? ', used' : '';
    return `${side ? `${sides[side]}’s ` : ''}${value}${fate}`;
  },
  noDice: 'No dice thrown',

  facts: ({ title, game, hints, teacher, dice_mode: mode }) =>
    [
      title,
      game ? `game ${game}` : '',
      hints ? 'hints' : '',
      teacher ? 'teacher' : '',
      mode === 'hand' ? 'dice by hand' : '',
    ].filter(Boolean),
  solving({ title, done, failure }) {
    if (failure) return `${title} was not solved: ${failure}`;
    if (done === 1) return `${title} is solved: choose perfect, or a teacher.`;
    return done === null ? `Getting ready to solve ${title}` : `Solving ${title}`;
  },
  solvingLeft({ done, seconds }) {
    if (done === null || done === 1) return '';
    return [`${Math.round(100 * done)} %`, seconds === null ? '' : `${timeLeft(seconds)} left`].filter(Boolean).join(', ');
  },
  held: (shown) => (shown === 'best' ? 'Best play' : 'Menu'),
  play: ({ side, roll, play }) => `${sides[side]} ${roll.join('-')}: ${play}`,

  askNewGame(snapshot) {
    const ends = endOfMatch(snapshot);
    const kept = snapshot.phase === 'game-over' ? '' : 'The game on the board is kept in the list, unfinished.';
    return { title: ends ? 'Give up the match?' : 'Start a new game?', about: [ends, kept].filter(Boolean).join(' ') };
  },

  illShort: (number) => `⚠ ${number}`,
  ill: (number) => count(number, 'input looks ill', 'inputs look ill'),

  fairShort: (commitment) => (commitment ? commitment.slice(0, 8) : 'none yet'),
  fairness: {
    commitment: 'Promise (SHA-256 of the secret)',
    secret: 'Secret',
    white: 'White’s share (microsecond of the first press)',
    black: 'Black’s share (microsecond of the first press)',
    notYet: 'not yet',
    hidden: 'shown when the game is over',
    verify: (game) => `minigam verify ${game}`,
  },

  connection: { first: 'Connecting…', live: '', lost: 'Connecting again…' },
  unreachable: 'The board does not answer.',
  refused: (status) => `The board refused that (HTTP ${status}).`,
  tooFast: 'One at a time, please: the board is still busy.',

  // Filled into the elements of index.html that name them in data-text or data-label.
  page: {
    lay: 'Put it right',
    newGame: 'New game',
    rules: 'Rules',
    report: 'Report',
    reportTitle: 'The game, turn by turn',
    healthTitle: 'Sensors and buttons that look ill',
    healthAbout: 'You can play on. What is not seen again for ten minutes goes from this list.',
    fair: 'Fair dice',
    fairTitle: 'Fair dice',
    fairAbout: 'The daemon promised its secret before the first throw. Once it is shown, every throw can be recomputed with:',
    startNew: 'New game',
    keepPlaying: 'Keep playing',
    close: 'Close',
    board: 'Board',
    score: 'Score',
    dice: 'Dice',
    choices: 'Choices',
    plays: 'Last plays',
    status: 'Game',
    tools: 'Menu and help',
    rulesText: 'Rules of the game',
  },
};
