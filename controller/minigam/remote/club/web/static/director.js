// The director's page: what is to be done, and what is wrong.

import { element, follow, part, roundWords, send, showNotice, showStandings, troubleWords }
    from '/static/page.js';

let view = null;
let shown = {};

const fail = (text, place = 'error') => {
    part(place).textContent = text;
    part(place).hidden = !text;
    if (text) part(place).scrollIntoView({ block: 'nearest' });
};

/** Do it; whether it was accepted. A refusal is shown at a place of the page. */
const act = async (body, question = SURE[body.do], place = 'error') => {
    if (question && !window.confirm(question)) return false;
    const why = await send('/api/director', body);
    fail('');
    fail(why, place);
    return !why;
};

const SURE = {
    'cancel-round': 'Cancel this round? Its pairs are drawn anew.',
    finish: 'Finish the evening now? No other round is played.',
    withdraw: 'Withdraw this player? An open match is forfeited.',
};

const button = (text, onClick, className = 'quiet') => {
    const made = element('button', className, text);
    made.type = 'button';
    made.addEventListener('click', onClick);
    return made;
};

/** Draw a part again only when it is another one: so nobody loses the place being typed in. */
const once = (name, value, draw) => {
    const text = JSON.stringify(value);
    if (shown[name] === text) return;
    shown[name] = text;
    draw();
};

// ---- Matches -------------------------------------------------------------------------------------

/** Once a winner is chosen, a score that fits: the winner has enough points, the other has not. */
const fitScore = (form, length) => {
    const winner = Number(form.elements.winner.value);
    const [won, lost] = [winner, 1 - winner].map((at) => form.elements[`score-${at}`]);
    const before = [won, lost].map((field) => Number(field.value));
    if (before[1] >= length) lost.value = Math.min(before[0], length - 1);
    if (!form.elements.forfeit.checked) won.value = Math.max(before[0], length);
};

const correct = (match) => {
    const dialog = part('correct'), form = dialog.querySelector('form');
    form.reset();
    part('correct-names').textContent = `Round ${match.round}, table ${match.table}, to ${match.length}`;
    dialog.querySelectorAll('.choice span').forEach((span, at) => {
        span.textContent = match.names[at];
    });
    match.names.forEach((name, at) => {
        part(`score-${at}`).textContent = name;
        form.elements[`score-${at}`].value = match.score[at];
    });
    const won = match.names.indexOf(match.winner);
    if (won >= 0) form.elements.winner.value = `${won}`;
    form.elements.forfeit.checked = match.forfeit;
    form.elements.reason.value = match.reason;
    for (const choice of form.elements.winner) choice.onchange = () => fitScore(form, match.length);
    fail('', 'correct-error');
    form.onsubmit = async (event) => {
        const save = event.submitter;
        if (save.value !== 'save') return;
        event.preventDefault(); // it stays open with all that was typed until this is accepted
        form.inert = true; // once is enough, and the answer belongs to this match
        const accepted = await act({
            do: 'rule',
            match: match.match,
            winner: match.players[Number(form.elements.winner.value)],
            score: [0, 1].map((at) => Number(form.elements[`score-${at}`].value)),
            forfeit: form.elements.forfeit.checked,
            reason: form.elements.reason.value,
        }, '', 'correct-error');
        form.inert = false;
        if (accepted) dialog.close();
    };
    dialog.oncancel = (event) => form.inert && event.preventDefault();
    dialog.showModal();
};

const boardChoice = (match) => {
    const choice = element('select');
    choice.setAttribute('aria-label', `Board of table ${match.table}`);
    const names = [...new Set([match.board, ...view.free])].filter(Boolean);
    if (!match.board) choice.append(new Option('no board', ''));
    for (const name of names) {
        const offline = name === match.board && !match.online ? ' (offline)' : '';
        choice.append(new Option(name + offline, name, false, name === match.board));
    }
    choice.addEventListener('change', async () => {
        if (!choice.value) return;
        const question = match.board && `Go on with this match on ${choice.value}? A game that has begun `
            + `on ${match.board} is thrown away, and begins anew. The score of the match stays.`;
        const seat = { do: 'seat', match: match.match, board: choice.value };
        if (!(await act(seat, question))) choice.value = match.board;
    });
    return choice;
};

const matchRow = (match) => {
    const names = match.names.map((name) => element('span',
        name === match.winner ? 'name winner' : 'name', name));
    const score = element('span', 'score', `${match.score[0]} – ${match.score[1]}`);
    const row = element('li', match.over ? 'match over' : 'match',
        element('span', 'number', `${match.table}`), element('span', 'names', names[0], ' – ', names[1]),
        score);
    const controls = element('span', 'controls');
    if (!match.over) controls.append(boardChoice(match));
    controls.append(button('Correct', () => correct(match)));
    if (match.ruled) {
        const why = match.reason || (match.forfeit ? 'forfeit' : 'by the director');
        controls.append(button('Lift decision', () => act({ do: 'lift', match: match.match })),
            element('small', '', why));
    }
    row.append(controls);
    return row;
};

const showMatches = () => {
    const rounds = [];
    for (let round = view.round; round > 0; round -= 1) {
        const matches = view.matches.filter((match) => match.round === round);
        const list = element('ol', 'matches', ...matches.map(matchRow));
        const byes = view.lines.filter((line) => line.round === round);
        const title = element('h3', '', `Round ${round}`);
        const box = round === view.round ? element('div') : element('details');
        if (round === view.round) box.append(title, list);
        else box.append(element('summary', '', `Round ${round}`), list);
        for (const line of byes) box.append(element('p', 'bye', `Bye: ${line.names[0]}`));
        rounds.push(box);
    }
    part('matches').replaceChildren(...rounds);
};

const still = ({ live, ...match }) => match;

// ---- All of it -----------------------------------------------------------------------------------

const playerRow = (player) => element('li', player.withdrawn ? 'gone' : '',
    element('span', 'number', `${player.number}`), element('span', 'name', player.name),
    player.withdrawn
        ? button('Take back', () => act({ do: 'return', player: player.number }))
        : button('Withdraw', () => act({ do: 'withdraw', player: player.number })));

const boardRow = (board) => {
    const on = board.online ? 'online' : 'offline';
    const what = board.match ? `match ${board.match}` : board.game || 'free';
    const known = view.state === 'closed' || board.admitted ? '' : ', not admitted';
    return element('li', on, element('span', 'name', board.name),
        element('span', '', `${on}, ${board.points} points, ${what}${known}`));
};

/** Boards that are here, and get no match before the director admits them. */
const strangers = () => view.boards.filter((board) => board.online && !board.admitted);

const showStrangers = () => {
    const found = strangers(), names = found.map((board) => board.name).join(', ');
    part('strangers').hidden = part('admit').hidden = !found.length;
    part('strangers').textContent = `Connected, and not admitted: ${names}. Are they all boards of this evening?`;
    part('admit').textContent = `Admit ${names}`;
    part('admit').onclick = () => act({
        do: 'admit', boards: Object.fromEntries(found.map(({ name, key }) => [name, key])),
    });
};

const SECTIONS = ['play', 'players', 'results', 'boards-section'];

const show = () => {
    const open = view.state !== 'closed';
    showNotice(troubleWords(view));
    part('login').hidden = true;
    part('open').hidden = open;
    for (const name of SECTIONS) part(name).hidden = !open && name !== 'boards-section';
    part('round').textContent = roundWords(view);
    once('boards', [open, view.boards], () => part('boards').replaceChildren(...(view.boards.length
        ? view.boards.map(boardRow) : [element('li', '', 'No board has connected yet.')])));
    part('refused-section').hidden = !view.refusals.length;
    once('refused', view.refusals, () => part('refused').replaceChildren(
        ...view.refusals.toReversed().map((why) => element('li', '', why))));
    if (!open) {
        once('choices', view.choices, () => document.querySelector('[name="rules"]').replaceChildren(
            ...view.choices.rules.map(({ id, title }) =>
                new Option(title, id, false, id === 'backgammon'))));
        return;
    }
    once('strangers', strangers(), showStrangers);
    part('title').textContent = view.title;
    document.title = `Director – ${view.title}`;
    const { draw } = view.next;
    part('next').textContent = draw && view.state !== 'playing' ? `${draw}.` : '';
    const begin = document.querySelector('[data-do="draw"]');
    begin.textContent = `Begin round ${view.round + 1}`;
    begin.disabled = Boolean(draw);
    begin.hidden = view.state === 'over';
    document.querySelector('[data-do="cancel-round"]').hidden =
        !view.round || view.matches.some((match) => match.round === view.round && match.games);
    document.querySelector('[data-do="finish"]').hidden = view.state !== 'between';
    once('matches', [view.matches.map(still), view.free, view.lines], showMatches);
    once('entered', view.entered, () => part('entered').replaceChildren(...view.entered.map(playerRow)));
    part('enter').hidden = view.state === 'over' || (view.round > 0 && view.format !== 'swiss');
    const hasGames = view.matches.some((match) => match.games);
    part('matches-file').hidden = !hasGames;
    part('no-matches-file').hidden = hasGames;
    once('standings', view.standings, () => showStandings(part('standings'), view));
};

// ---- Forms ---------------------------------------------------------------------------------------

const submitted = (name, onSubmit) => part(name).addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit(event.target);
});

submitted('login', async (form) => {
    const why = await send('/api/login', { pin: form.elements.pin.value.trim() });
    fail(why);
    form.reset();
    if (!why) begin();
});
submitted('open', (form) => {
    const field = (name) => form.elements[name].value.trim();
    const lengths = field('lengths').split(/[ ,]+/).filter(Boolean).map(Number);
    const rounds = field('format') === 'swiss' ? Number(field('rounds')) : 0;
    act({
        do: 'open', title: field('title'), rules: field('rules'), format: field('format'),
        rounds, lengths, clock: field('clock'), computers: form.elements.computers.checked,
    });
});
submitted('enter', async (form) => {
    if (await act({ do: 'enter', name: form.elements.name.value })) form.reset();
    form.elements.name.focus();
});
document.querySelector('[name="format"]').addEventListener('change', (event) => {
    const swiss = event.target.value === 'swiss';
    part('rounds-label').hidden = !swiss;
    document.querySelector('[name="rounds"]').disabled = !swiss;
});
for (const each of document.querySelectorAll('[data-do]')) {
    each.addEventListener('click', () => act({ do: each.dataset.do }));
}

const begin = async () => {
    const me = await fetch('/api/me').then((answer) => answer.json()).catch(() => null);
    if (!me?.director) {
        if (!me) showNotice('The evening’s service does not answer. Load this page again.');
        part('login').hidden = false;
        part('login').elements.pin.focus();
        return;
    }
    follow('/api/director/events', (news) => {
        view = news;
        show();
    }, () => showNotice('The evening’s service does not answer. This page tries again.'));
};

begin();
