// Every text that the page itself says. Texts of the game (prompts, reasons, labels, rules) come from the daemon.

import { language, say, sayCounted } from './words.js';

const sides = { white: say('White'), black: say('Black') };
const seats = {
  human: say('person'),
  easy: say('computer, easy'),
  medium: say('computer, medium'),
  hard: say('computer, hard'),
  expert: say('computer, expert'),
  gnubg: say('computer, gnubg'),
  perfect: say('computer, perfect'),
};
/** The same in short, where it is plain that it is a computer. */
const levels = { human: '', easy: say('easy'), medium: say('medium'), hard: say('hard'), expert: say('expert'), gnubg: 'gnubg', perfect: say('perfect') };
const kinds = { gammon: say('a gammon'), backgammon: say('a backgammon'), dropped: say('double dropped'), time: say('on time') };
const bars = { white: say('White bar'), black: say('Black bar') };
const trays = { white: say('White off tray'), black: say('Black off tray') };

function zoneParts(zone) {
  const [kind, which] = zone.split('-');
  return { kind, which };
}

/** A point's name; where people here count otherwise than the board, which number is drawn too. */
function pointName(printed, number) {
  return number === printed ? say('Point {number}', { number }) : say('Point {number}, {printed} on the board', { number, printed });
}

const zones = {
  point: pointName,
  bar: (which) => bars[which],
  off: (which) => trays[which],
};

const shortZones = {
  point: (which) => [which],
  bar: (which) => [sides[which], say('bar')],
  off: (which) => [sides[which], say('off')],
};

const faceKinds = { regular: say('regular'), double: say('double'), switch: say('switch'), half: say('half') };
const signs = { '+': say('plus'), '-': say('minus'), 0: '' };
const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const points = (number) => sayCounted('1 point', '{number} points', number);

const checkers = {
  white: (number) => sayCounted('1 white checker', '{number} white checkers', number),
  black: (number) => sayCounted('1 black checker', '{number} black checkers', number),
};

const missing = {
  white: (number) => sayCounted('put 1 white here', 'put {number} white here', number),
  black: (number) => sayCounted('put 1 black here', 'put {number} black here', number),
};

function timeLeft(seconds) {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** What a new game does to a match that is not decided yet. */
function endOfMatch({ match, score, phase, controls }) {
  if (!match?.length || Math.max(score.white, score.black) >= match.length) return '';
  const lost = say('This ends the match to {points} at White {white}, Black {black}. The score goes back to 0.', { points: points(match.length), ...score });
  return phase === 'game-over' ? `${lost} ${say('“{label}” goes on with the match.', { label: controls.roll.label })}` : lost;
}

/** The first digits of a board’s key, to be compared on the phone. */
const keyDigits = (key) => `${key.slice(0, 4)}\u00a0${key.slice(4, 8)}`;

/** How an invitation has ended, at the board that invited and at the one that wanted to join; and what to do next. */
const invitedOver = { refused: say('Three boards were refused, so the invitation is closed.'), expired: say('Nobody has joined in time.') };
const invitedNext = { refused: say('Invite again: you get a new code.'), expired: say('Invite again: you get a new code.') };
const joinedOver = {
  refused: say('The other board has refused, or plays with somebody else.'),
  expired: say('The other player has not answered in time.'),
  unknown: say('No board invites with this code.'),
  taken: say('This code cannot be used: two boards have it, or it is this board’s own.'),
  unfit: say('The game of this invitation needs a board of another size.'),
};
const joinedNext = {
  refused: say('Ask your friend to invite again, and enter the new code.'),
  expired: say('Ask your friend to invite again, and enter the new code.'),
  unknown: say('Compare the six numbers with your friend. Both boards need the same broker.'),
  taken: say('Ask your friend to invite again, and enter the new code.'),
  unfit: say('Ask your friend to set up a game that both boards have, and to invite again.'),
};

/** What a new game does to one with another board. */
const leaves = ({ away, phase }) => (away && !away.left && !away.stopped && phase !== 'game-over' ? say('The other board shows that you have left.') : '');

const turnsOf = (number) => sayCounted('1 turn', '{number} turns', number);

const isStranger = ({ name, seat }) => !name && seat === 'human';

const playerName = (name, seat, side) => name || (seat === 'human' ? sides[side] : seats[seat] ?? seat);

/** The day of a game; nothing where the clock was wrong: a Pi's begins in 1970. */
const dateOf = (text) => (text < '2020' ? '' : new Date(text).toLocaleDateString(language, { dateStyle: 'medium' }));

export const strings = {
  language,

  side: (side) => sides[side] ?? side,
  seat: (seat) => seats[seat] ?? seat,
  level: (seat) => levels[seat] ?? seat,
  strip(side, snapshot) {
    const { score, totals, pips, names, seats, turn } = snapshot;
    return [
      sides[side], names[side] || strings.seat(seats[side]), points(score[side]), strings.outcome(side, snapshot),
      totals && say('borne off for {number}', { number: totals[side] }),
      pips && strings.pips(pips[side]),
      turn === side && say('on turn'),
      strings.away(side, snapshot),
    ].filter(Boolean).join(', ');
  },
  /** In a game between two boards: at which of them a side plays, and whether the other one is there. */
  away(side, { away }) {
    if (!away) return '';
    if (away.side !== side) return say('here');
    if (away.left) return say('has left');
    return away.connected ? say('other board') : say('not connected');
  },
  /** The same beside a player's name, which says no colour. */
  placed: (side, { away, names }) => (away && names[side] ? sides[side] : ''),
  /** What a game that is over has brought a side; in a tournament round the loser may get a point too. */
  outcome(side, { phase, result, totals }) {
    if (phase !== 'game-over' || !result?.winner) return '';
    if (result.winner === side) return say('wins {what}', { what: strings.won(result) });
    return result.loser_points ? say('{points}: lower total {number}', { points: points(result.loser_points), number: totals[side] }) : '';
  },
  progress(side, snapshot) {
    const { pips, totals, result } = snapshot;
    const outcome = strings.outcome(side, snapshot);
    if (outcome && side !== result.winner) return outcome;
    return [outcome, totals && strings.total(totals[side]), !outcome && pips && strings.pips(pips[side])].filter(Boolean).join(' · ');
  },
  pips: (number) => sayCounted('1 pip', '{number} pips', number),
  total: (number) => say('total {number}', { number }),

  zone(zone, numbers) {
    const { kind, which } = zoneParts(zone);
    return zones[kind]?.(which, numbers?.[zone] ?? which) ?? zone;
  },
  zoneLabel(zone) {
    const { kind, which } = zoneParts(zone);
    return shortZones[kind]?.(which) ?? [zone];
  },
  checkers(side, number, faces, pinned) {
    const words = checkers[side](number);
    if (pinned) return `${words} (${say('pinned')})`;
    return faces ? `${words} (${faces.map(strings.face).join(', ')})` : words;
  },
  wrong: ({ put, take, side }) => (put ? missing[side](put) : say('take {number} away', { number: take })),
  face: (face) => [faceKinds[face.slice(0, -1)], signs[face.at(-1)]].filter(Boolean).join(' '),
  empty: say('empty'),
  states: {
    source: say('can be moved'),
    selected: say('chosen'),
    lifted: say('lifted'),
    target: say('can be reached'),
    hit: say('can be hit'),
    far: say('can be reached with more than one die'),
    from: say('move from here'),
    to: say('move to here'),
  },
  choice: ({ name, value }) => (value ? `${name}: ${value}` : name),

  drawn: say('A draw'),
  won: ({ points: number, kind }) => [points(number), kinds[kind]].filter(Boolean).join(', '),

  cubeNumber: (value) => String(value),
  cubePower: (value) => `2${[...String(Math.round(Math.log2(value)))].map((digit) => digits[digit]).join('')}`,
  cube({ value, owner, offered_by: offeredBy }) {
    if (offeredBy) return say('{side} doubles to {value}', { side: sides[offeredBy], value });
    return owner ? say('{side}’s doubling cube, {value}', { side: sides[owner], value }) : say('Doubling cube in the middle, {value}', { value });
  },

  time(seconds) {
    const [whole, rest, sign] = seconds < 6000 ? [seconds, 60, ':'] : [Math.floor(seconds / 60), 60, 'h'];
    return `${Math.floor(whole / rest)}${sign}${String(whole % rest).padStart(2, '0')}`;
  },
  clock: (side, seconds, runs) => (runs ? say('{side} has {time} left, and it runs', { side: sides[side], time: strings.time(seconds) }) : say('{side} has {time} left', { side: sides[side], time: strings.time(seconds) })),
  clockNote: (runs, delay, fallen) => [fallen ? '⚑' : '', delay ? `+${delay}` : runs ? '▶' : ''].join(''),
  clockSays: (side, seconds) => (seconds < 60 ? sayCounted('{side} has 1 second left', '{side} has {number} seconds left', seconds, { side: sides[side] }) : say('{side} has 1 minute left', { side: sides[side] })),

  die({ value, side, used, lost }) {
    const fate = lost ? `, ${say('lost')}` : used ? `, ${say('used')}` : '';
    return `${side ? say('{side}’s {value}', { side: sides[side], value }) : value}${fate}`;
  },
  noDice: say('No dice rolled'),

  facts: ({ title, match, game, hints, teacher, dice_mode: mode, clock, stake, tutorial }) =>
    [
      title,
      match?.length ? sayCounted('1-point match', '{number}-point match', match.length) : '',
      match?.crawford ? 'Crawford' : '',
      stake?.text ?? '',
      game ? say('game {game}', { game }) : '',
      tutorial ? say('first game, {learnt} of {lessons} lessons', tutorial) : '',
      hints ? say('hints') : '',
      teacher ? say('teacher') : '',
      mode === 'hand' ? say('dice by hand') : '',
      clock ? say('clock') : '',
    ].filter(Boolean),
  solving({ title, done, failure }) {
    if (failure) return say('{title} was not solved: {failure}', { title, failure });
    if (done === 1) return say('{title} is solved: choose perfect.', { title });
    return done === null ? say('Getting ready to solve {title}', { title }) : say('Solving {title}', { title });
  },
  solvingLeft({ done, seconds }) {
    if (done === null || done === 1) return '';
    return [`${Math.round(100 * done)} %`, seconds === null ? '' : say('{time} left', { time: timeLeft(seconds) })].filter(Boolean).join(', ');
  },
  play: ({ side, roll, text }) => `${sides[side]} ${roll ? `${roll.join('-')}: ` : ''}${text}`,

  askNewGame(snapshot) {
    if (snapshot.phase === 'stopped') return { about: '' }; // nothing is left to go on with
    const ends = endOfMatch(snapshot);
    const kept = snapshot.phase === 'game-over' || snapshot.tutorial ? '' : say('The game on the board is kept in the list, unfinished.');
    return { title: ends ? say('Give up the match?') : say('Start a new game?'), about: [ends, kept, leaves(snapshot)].filter(Boolean).join(' ') };
  },

  /** A game against a friend at another board: see invitation.js. */
  invitation: {
    digits: (code, gaps) => [...code, ...Array(gaps).fill('·')].join(' '),
    keys: ({ key, own_key }) => say('The key of their board begins with {theirs}, that of yours with {own}.', { theirs: keyDigits(key), own: keyDigits(own_key) }),
    lost: say('This board does not reach its broker now, and tries again by itself.'),
    time: (seconds) => say('The code is valid for {time}.', { time: timeLeft(seconds) }),
    says(scene, invitation) {
      const { player, inviting, state } = invitation ?? {};
      return {
        start: say('Play with somebody at another board, each at your own.'),
        ask: say('Enter the six numbers that the other board shows.'),
        invited: say('Read these six numbers to your friend:'),
        asked: player ? say('{name}’s board wants to play.', { name: player }) : say('A board without a player’s name wants to play.'),
        searching: say('Looking for the board with this code…'),
        joining: player ? say('{name}’s board is found. Waiting for an answer…', { name: player }) : say('The board is found. Waiting for an answer…'),
        over: inviting ? invitedOver[state] : joinedOver[state],
        unreachable: say('This board does not reach its broker, which connects boards.'),
      }[scene] ?? '';
    },
    standing: (scene, invitation) => (scene === 'invited' ? say('Waiting for your friend’s board. Code: {code}', { code: invitation.code.join('\u00a0') }) : strings.invitation.says(scene, invitation)),
    about(scene, { title, match, invitation, broker }) {
      const set = [title, match?.length ? sayCounted('1-point match', '{number}-point match', match.length) : ''].filter(Boolean).join(', ');
      return {
        start: say('One of you invites, and reads six numbers out on the phone. The other one joins with them. Who invites chooses the game; here it is: {game}.', { game: set }),
        ask: say('By touch, or with the keys 1 to 6.'),
        invited: say('At the other board they choose “A friend’s board” and “Join”. Then you are asked here. You can close this meanwhile.'),
        asked: say('Accept only somebody whom you expect.'),
        over: (invitation?.inviting ? invitedNext : joinedNext)[invitation?.state],
        unreachable: broker === 'untrusted' ? say('The broker’s certificate was not accepted. Check that the clock is right, that the address has the host name of the certificate, and that this board has the file of its authority. You can play at this board as always.') : say('You can play at this board as always. It tries again by itself. If that takes long, check the network and the broker’s address in the settings.'),
      }[scene] ?? '';
    },
    again: (invitation) => (invitation?.inviting ? strings.page.inviteAgain : say('Enter a code')),
  },

  resting: {
    play: say('Touch to play'),
    goOn: say('Touch to go on'),
    watched: say('The board sleeps'),
    standing: ({ names, seats, score, turn }) => {
      const players = ['white', 'black'].map((side) => `${sides[side]} (${names[side] || strings.seat(seats[side])}) ${score[side]}`).join(' : ');
      return turn ? `${players}. ${say('{side} plays next.', { side: names[turn] || sides[turn] })}` : `${players}.`;
    },
    kept: say('With a new game this one is kept in the list, unfinished.'),
  },

  settings: {
    never: say('never'),
    minutes: (value) => (Number(value) ? say('{value} min', { value }) : say('never')),
    games: say('Games offered'),
    levels: say('Computer players offered'),
    lights: say('Lights'),
    brightness: say('Brightness'),
    nightFrom: say('Night from'),
    nightTo: say('Night to'),
    nightLights: say('Lights while asleep at night'),
    nightLight: { off: say('dark'), dim: say('dim') },
    nightScreen: say('Display while asleep at night'),
    nightDisplay: { black: say('black'), off: say('switched off') },
    sleep: say('Sleep'),
    idle: say('Falls asleep after'),
    rest: say('Even during a game, at'),
    sound: say('Sound'),
    tones: say('Tones'),
    speech: say('Speech'),
    volume: say('Volume'),
    screen: say('Screen'),
    language: say('Language'),
    browsers: say('as in the browser'),
    facing: say('In front of the screen'),
    numbers: say('Numbers of the points'),
    numbering: { printed: say('as on the board'), own: say('from each player’s side') },
    mqtt: say('MQTT and Home Assistant'),
    broker: say('Address of the broker'),
    boardName: say('Name of the board there'),
    brokerPassword: say('New password for the broker'),
    noBrokerPassword: say('Remove the password for the broker'),
    remoteControl: say('Control by MQTT'),
    staff: say('PIN for the settings'),
    pin: say('PIN to save'),
    newPin: say('New PIN'),
    badPin: say('The new PIN needs 4 to 12 digits.'),
    showPin: say('Show the PIN'),
    noPin: say('Remove the PIN'),
    keypad: say('Digits'),
    rubOut: say('Delete'),
    noGame: say('Choose at least one game.'),
    update: say('Updates'),
    installed: (version) => say('Installed: {version}', { version }),
    offered: (version) => say('Offered: {version}', { version }),
    nothingOffered: say('No newer version is offered.'),
    look: say('Look for updates'),
    install: say('Install at the end of the game'),
    step: {
      unknown: () => '',
      looked: () => '',
      checking: () => say('Looking for updates…'),
      installing: () => say('The new version is being prepared. The game goes on.'),
      waiting: () => say('The new version is ready and waits for the end of the game.'),
      done: () => say('The update is installed.'),
      failed: (why) => say('The update has failed: {why}', { why }),
    },
  },

  setup: {
    other: say('other…'),
    missing: ({ title, other }) => say('{field}: expected {other}.', { field: title, other }),
  },

  illShort: (number) => `⚠ ${number}`,
  faulty(inputs, disk) {
    const faulty = inputs ? sayCounted('1 input looks faulty', '{number} inputs look faulty', inputs) : '';
    return [faulty, disk ? say('the disk runs low') : ''].filter(Boolean).join(', ');
  },

  fairShort: (commitment) => commitment?.slice(0, 6) ?? say('none yet'),
  fairness: {
    commitment: say('Promise (SHA-256 of the secret)'),
    secret: say('Secret'),
    code: say('Code of the whole game, to note down'),
    white: say('White’s share (microsecond of the first press)'),
    black: say('Black’s share (microsecond of the first press)'),
    notYet: say('not yet'),
    hidden: say('shown when the game is over'),
    /** In a game between two boards. */
    boards: {
      key: { white: say('Key of white’s board'), black: say('Key of black’s board') },
      promise: { white: say('White’s promise (its secret 0)'), black: say('Black’s promise (its secret 0)') },
      share: { white: say('White’s share of the last roll'), black: say('Black’s share of the last roll') },
    },
    title: { dice: say('Fair dice'), boards: say('Fair dice'), game: say('The game’s code') },
    about: {
      boards: say('Both boards roll together. Before the first roll each promises a chain of secrets. Each roll is computed from the next secret of both, so neither board can choose it or foresee one. Compare the keys with your opponent, once, and after the game its code. Every share and every roll is checked with'),
      dice: say('Before the first roll the board settles on a secret and shows its fingerprint, the promise. After the game it shows the secret too: then anybody can compute every roll again with'),
      game: say('You rolled the dice of this game by hand: no program can check them. Note the code. To check later that the stored game is still the same:'),
    },
    verify: (game) => `minigam verify ${game}`,
  },

  /** What each key needs (see dialogs.js), the keys, and what they do. */
  keys: (points) => [
    ['taps', ['1', '…', String(Math.min(points, 9))], points > 9 ? say('tap that point; two digits, one soon after the other, for a higher one') : say('tap that point')],
    ['bars', ['b', 'n'], say('tap white’s bar, black’s bar')],
    ['trays', ['o', 'p'], say('tap white’s off tray, black’s off tray')],
    ['taps', ['← ↑ ↓ →', 'Tab'], say('go from place to place')],
    ['taps', ['Enter', say('Space')], say('tap the place you are at')],
    ['may', ['r'], say('the large button: roll, confirm, begin')],
    ['may', ['u', 'Backspace'], say('the button beside it: take back, go back')],
    ['cube', ['d'], say('double, before your roll')],
    ['advice', ['h'], say('a hint, or the best play with a teacher')],
    ['may', ['m'], say('menu')],
    ['anybody', ['?'], say('the rules')],
    ['anybody', ['k'], say('these keys')],
    ['fair', ['f'], say('fair dice')],
    ['anybody', ['s'], say('sound')],
    ['report', ['t'], say('the report of this game')],
    ['anybody', ['g'], say('the games that were played')],
    ['may', ['w'], say('who plays')],
    ['own', ['e'], say('settings')],
    ['anybody', ['Esc'], say('close')],
  ],
  keyboard: { title: say('Keyboard'), space: say('space'), capitals: say('capital letters'), back: say('delete the letter before'), hide: say('hide the keyboard') },
  keep: (starred) => (starred ? `★ ${say('Kept')}` : `☆ ${say('Keep')}`),
  keepGame: (game) => say('Keep game {game}', { game }),
  games: {
    none: say('Nobody has played here yet.'),
    present: say('on the board now'),
    damaged: (game) => say('Game {game} cannot be read.', { game }),
    who: ({ names, seats: who }) => `${playerName(names.white, who.white, 'white')} \u2013 ${playerName(names.black, who.black, 'black')}`,
    what: ({ game, title, turns, opened_at: openedAt }) => [say('game {game}', { game }), title, turnsOf(turns), dateOf(openedAt)].filter(Boolean).join(' · '),
    ended: { resigned: say('by resignation'), dropped: say('by a dropped double'), time: say('on time') },
    result({ result, score, names, seats: who, ended_by: how }) {
      if (!result) return say('not finished');
      const standing = `${score.white}\u00a0:\u00a0${score.black}`;
      if (!result.winner) return `${strings.drawn} · ${standing}`;
      const winner = playerName(names[result.winner], who[result.winner], result.winner);
      const won = [say('{winner} won', { winner }), strings.games.ended[how]].filter(Boolean).join(' ');
      return `${won}, ${strings.won(result)} · ${standing}`;
    },
    player: (player) => player.name || (isStranger(player) ? say('Players without a name') : strings.seat(player.seat)),
    against: (other, player) => ([other, player].every(isStranger) ? say('White against Black') : say('against {player}', { player: strings.games.player(other) })),
    all: say('all games'),
    heads: ['', say('games'), say('won'), say('points'), say('gammons'), say('matches')],
    cost: ({ cost, judged }) => sayCounted('Gave away {points} points a play, over 1 play.', 'Gave away {points} points a play, over {number} plays.', judged, { points: cost.toLocaleString(language, { maximumFractionDigits: 3 }) }),
    dice: { board: say('The board’s dice'), hand: say('Dice rolled by hand') },
    thrown: say('rolled'),
    bySide: say('Games won by each side'),
    byLevel: say('Games that people won against the computer'),
    percent: (share) => `${Math.round(100 * share)} %`,
    won: (name, { games, won }) => say('{name}: {won} of {games}', { name, won, games }),
    expected: (number) => say('expected: {number}', { number: number.toLocaleString(language, { maximumFractionDigits: 1 }) }),
    errors: say('Points given away a play, in the newest games'),
    errorHeads: ['', say('plays'), say('points a play')],
    cents: (cost) => cost.toLocaleString(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
    ofGame: ({ game, title }) => `${say('game {game}', { game })}, ${title}`,
    column: ({ name, number }) => `${name}: ${number}`,
    described: (title, parts) => `${title}. ${parts.join('; ')}`,
    over: (number) => (number ? sayCounted('1 game is over.', '{number} games are over.', number) : say('No game is over yet.')),
    longest: ({ game, title, turns }) => say('The longest: game {game}, {title}, {turns}.', { game, title, turns: turnsOf(turns) }),
    shortest: ({ game, title, turns }) => say('The shortest: game {game}, {title}, {turns}.', { game, title, turns: turnsOf(turns) }),
  },
  exercises: {
    looking: say('Looking through the games for mistakes…'),
    about: ({ game, title, opened_at: openedAt }, number) => [say('Exercise {number}', { number }), say('game {game}', { game }), title, dateOf(openedAt)].filter(Boolean).join(' · '),
    asks: ({ side, roll }) => say('{side} to play {roll}. What would you play?', { side: sides[side], roll: roll.join('-') }),
    answer: ({ verdict }, isLast) => [strings.replay.marks[verdict.mark], verdict.text, strings.replay.arrows, isLast ? say('That was the last exercise.') : ''].filter(Boolean).join('\n'),
    show: say('Show answer'),
    next: say('Next exercise'),
  },
  replay: {
    title: ({ game, title, names, seats: who }) => `${say('game {game}', { game })}, ${title}: ${strings.games.who({ names, seats: who })}`,
    start: say('The start'),
    gone: say('There is no such game here.'),
    noStep: say('This game has no such step.'),
    copied: say('The link to this place is copied.'),
    unfinished: say('not finished'),
    asks: ({ side, roll }) => say('{side}, {roll}: what would you play?', { side: sides[side], roll: roll.join('-') }),
    nextMistake: say('Next mistake'),
    numbered: (turn, text) => (turn ? `${turn}. ${text}` : text),
    arrows: say('Dashed: played. Solid: best.'),
    marks: { blunder: `?? ${say('blunder')}`, mistake: `? ${say('mistake')}` },
  },
  pairing: {
    asking: say('Asking the board…'),
    code: say('The board shows a code on its dice lights: four times two dice, the warm one first, again after a pause. Type the eight numbers.'),
    press: say('Now press roll on the board. Undo on the board says no.'),
    done: say('This phone is paired.'),
  },
  phone: ({ name, seconds }) => say('{name}, {time} left', { name, time: timeLeft(seconds) }),
  noPhones: say('No phone is paired.'),
  endPhone: (name) => say('End: {name}', { name }),

  connection: { first: say('Connecting…'), live: '', lost: say('The board does not answer.') },
  judging: say('The game is being judged…'),
  unreachable: say('The board does not answer.'),
  notDone: say('The board does not answer: this was not done.'),
  noAnswer: say('The board did not answer in time: look at the board whether it was done.'),
  refused: (status) => say('The board refused that (HTTP {status}).', { status }),
  tooFast: say('One at a time, please: the board is still busy.'),

  // Filled into the elements of index.html that name them in data-text or data-label.
  page: {
    ...sides,
    lay: say('Put it right'),
    watching: say('You are watching.'),
    pair: say('Pair this phone'),
    pairCode: say('Code'),
    pairName: say('Name, if you like'),
    pairSend: say('Send'),
    pairAgain: say('Try again'),
    phones: say('Phones'),
    phonesTitle: say('Paired phones'),
    join: say('Another phone can watch from here:'),
    joinCode: say('The address as a QR code'),
    phonesAbout: say('These may touch the board until their time is over, or the computer in the board is switched off.'),
    end: say('End'),
    newGame: say('New game'),
    firstGame: say('First game'),
    endFirstGame: say('End the first game'),
    double: say('Double'),
    hint: say('Hint'),
    bestPlay: say('Best play'),
    menu: say('Menu'),
    resign: say('Resign'),
    rules: say('Rules'),
    keys: say('Keys'),
    keysTitle: say('Keys of the keyboard'),
    names: say('Names'),
    namesDone: say('Done'),
    cancel: say('Cancel'),
    games: say('Games'),
    gamesTitle: say('The games that were played'),
    moreGames: say('Older games'),
    statistics: say('Statistics'),
    exercises: say('Exercises'),
    replay: say('Replay'),
    showAnswer: say('Show answer'),
    keep: say('Keep'),
    link: say('Link'),
    linkByHand: say('The link, to copy by hand'),
    playOn: say('Play on from here'),
    allPlays: say('All plays'),
    first: say('To the start'),
    back: say('One step back'),
    forward: say('One step on'),
    last: say('To the end'),
    scrubber: say('Where in the game'),
    friend: say('A friend’s board'),
    code: say('Code'),
    faces: say('Numbers'),
    rubOut: say('Delete'),
    invite: say('Invite'),
    inviteAgain: say('Invite again'),
    joinFriend: say('Join'),
    goBack: say('Back'),
    withdraw: say('Withdraw invitation'),
    stopWaiting: say('Stop waiting'),
    accept: say('Accept'),
    refuse: say('Refuse'),
    setUp: say('Set up'),
    setUpTitle: say('Set up the game'),
    begin: say('Begin'),
    settings: say('Settings'),
    save: say('Save'),
    resting: say('The board sleeps'),
    againTitle: say('Go on with this game?'),
    goOn: say('Go on'),
    report: say('Report'),
    reportTitle: say('The game, turn by turn'),
    healthTitle: say('What needs care'),
    healthAbout: say('You can play on. Anything that does not happen again for ten minutes disappears from this list.'),
    sound: say('Sound'),
    tones: say('Short tones'),
    speech: say('Say aloud what happens'),
    volume: say('Volume'),
    soundAbout: say('A screen reader says the same by itself: leave speech off with one.'),
    startNew: say('New game'),
    keepPlaying: say('Keep playing'),
    close: say('Close'),
    board: say('Board'),
    answers: say('Answers'),
    choices: say('Choices'),
    commands: say('Commands'),
    plays: say('Last plays'),
    status: say('Game'),
    tools: say('Menu and help'),
    rulesText: say('Rules of the game'),
  },
};
