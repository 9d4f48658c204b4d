// The hall's page: all tables, live, and the standings; pages turn by themselves.

import { drawn, element, follow, part, roundWords, showNotice, showStandings, troubleWords }
    from '/static/page.js';

const PAGE_MS = 12000;
const MOST_TABLES = 12, MOST_PLACES = 18;
const RADIUS = 9, COLUMN = 20, ROW = 96, MOST_STACKED = 5, TRAY = 18, SLAB = 6;
let view = null;
let turned = 0;

// ---- A small board -------------------------------------------------------------------------------

const place = (at, points) => {
    if (points <= 8) return { x: (at + 1) * COLUMN, top: false };  // the bars are at both ends
    const half = points / 2, gap = COLUMN;
    const column = at < half ? half - 1 - at : at - half;
    return { x: column * COLUMN + (column >= half / 2 ? gap : 0), top: at >= half };
};

const checker = (x, y, white) => drawn('circle',
    { cx: x, cy: y, r: RADIUS - 0.5, class: white ? 'white' : 'black' });

const stack = (x, top, height, count) => {
    const found = [];
    const white = count > 0, many = Math.abs(count);
    for (let n = 0; n < Math.min(many, MOST_STACKED); n += 1) {
        const offset = RADIUS + n * (2 * RADIUS - 1.5);
        found.push(checker(x, top ? offset : height - offset, white));
    }
    if (many > MOST_STACKED) {
        const y = top ? RADIUS + 4 : height - RADIUS + 4;
        found.push(drawn('text', { x, y, class: white ? 'on-white' : 'on-black' }, `${many}`));
    }
    return found;
};

/** Checkers that are off, seen from their edges. */
const tray = (x, top, height, count, white) => [
    drawn('rect', { x: x + 1, y: top ? 0 : height - ROW + 1, width: TRAY - 2, height: ROW - 1, class: 'tray' }),
    ...Array.from({ length: count }, (_, n) => drawn('rect', {
        x: x + 2, y: top ? n * SLAB + 1 : height - (n + 1) * SLAB, width: TRAY - 4, height: SLAB - 1,
        class: white ? 'slab white' : 'slab black',
    })),
];

const smallBoard = (live) => {
    const { points } = live;
    const twoRows = points.length > 8;
    const columns = twoRows ? points.length / 2 + 1 : points.length + 2;
    const width = columns * COLUMN, height = twoRows ? 2 * ROW : ROW;
    const left = twoRows ? 0 : -TRAY;  // on a single row black bears off at the left
    const board = drawn('svg', {
        viewBox: `${left} 0 ${width + TRAY - left} ${height}`, class: 'board', role: 'img',
    });
    board.setAttribute('aria-label', 'The position');
    board.append(drawn('rect', { width, height, class: 'field' }));
    points.forEach((count, at) => {
        const { x, top } = place(at, points.length);
        const tip = x + COLUMN / 2, base = top ? 0 : height, end = top ? 74 : height - 74;
        const path = `${x},${base} ${x + COLUMN},${base} ${tip},${end}`;
        board.append(drawn('polygon', { points: path, class: at % 2 ? 'light' : 'dark' }));
        board.append(...stack(tip, top, height, count));
    });
    const [white, black] = [live.bar[live.white], live.bar[1 - live.white]];
    board.append(...tray(width, false, height, live.off[live.white], true),
        ...tray(twoRows ? width : left, twoRows, height, live.off[1 - live.white], false));
    if (twoRows) {
        const middle = (points.length / 4) * COLUMN + COLUMN / 2;
        board.append(drawn('rect',
            { x: middle - COLUMN / 2, width: COLUMN, height, class: 'bar' }));
        for (let n = 0; n < white; n += 1) board.append(checker(middle, height / 2 + 12 + n * 12, true));
        for (let n = 0; n < black; n += 1) board.append(checker(middle, height / 2 - 12 - n * 12, false));
    } else {
        for (const [x, count] of [[0, white], [width - COLUMN, -black]]) {
            board.append(drawn('rect', { x, width: COLUMN, height, class: 'bar' }));
            if (count) board.append(...stack(x + COLUMN / 2, false, height, count));
        }
    }
    return board;
};

// ---- A table -------------------------------------------------------------------------------------

const die = (value) => element('span', 'die', `${value}`);

const clockWords = (seconds) => {
    const left = Math.max(0, seconds);
    return `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, '0')}`;
};

const player = (table, at) => {
    const { live } = table, name = table.names[at];
    const row = element('div', 'player');
    if (live) row.append(element('i', live.white === at ? 'stone white' : 'stone black'));
    row.append(element('span', 'name', name));
    if (table.winner === name) row.classList.add('winner');
    if (live?.turn === at) row.classList.add('turn');
    if (live?.left) row.append(element('span', 'time', clockWords(live.left[at])));
    row.append(element('span', 'score', `${table.score[at]}`));
    return row;
};

const status = (table) => {
    if (table.over) return table.winner ? `${table.winner} has won` : 'decided';
    if (!table.board) return 'no board yet';
    if (!table.online) return `${table.board} is offline`;
    if (!table.live) return table.games ? 'next game' : 'about to begin';
    const { live } = table;  // whose turn it is, the name's colour says
    if (live.turn === null) return live.dice.length ? 'game over' : 'opening roll';
    if (live.doubled) return 'take or drop?';
    return live.rolled ? 'plays' : 'to roll';
};

const card = (table) => {
    const { live } = table;
    const state = table.over ? 'over' : table.board && table.online ? 'playing' : 'waiting';
    const head = element('header', '', element('h3', '', `Table ${table.table}`),
        element('span', 'where', [table.board, `to ${table.length}`].filter(Boolean).join(', ')));
    const made = element('article', `table ${state}`, head, player(table, 0), player(table, 1));
    if (live && !table.over) made.append(smallBoard(live));
    const line = element('p', 'line', element('span', 'status', status(table) || ''));
    if (live && !table.over) {
        if (live.rolled) line.append(element('span', 'dice', ...live.dice.map(die)));
        if (live.cube && live.cube > 1) line.append(element('span', 'cube', `${live.cube}`));
        line.append(element('span', 'pips', `${live.pips[0]} – ${live.pips[1]} pips`));
    }
    made.append(line);
    return made;
};

// ---- The page ------------------------------------------------------------------------------------

const pageOf = (count, most) => {
    const pages = Math.max(1, Math.ceil(count / most));
    const page = turned % pages;
    return { page, pages, first: page * most };
};

const show = () => {
    if (!view) return;
    showNotice(troubleWords(view));
    part('round').textContent = roundWords(view);
    if (view.state === 'closed') {
        part('title').textContent = 'Club evening';
        return;
    }
    document.title = part('title').textContent = view.title;
    const { first, page, pages } = pageOf(view.tables.length, MOST_TABLES);
    const tables = view.tables.slice(first, first + MOST_TABLES);
    part('tables').style.setProperty('--columns', Math.max(1, Math.ceil(Math.sqrt(tables.length))));
    part('tables').classList.toggle('still', !tables.some((table) => table.live));
    part('tables').replaceChildren(...tables.map(card));
    const more = pages > 1 ? ` (${page + 1} of ${pages})` : '';
    part('tables-title').textContent = `Tables${more}`;
    const places = pageOf(view.standings.length, MOST_PLACES);
    showStandings(part('standings'), view, places.first, MOST_PLACES);
    part('byes').textContent = `Bye: ${view.byes.join(', ')}`;
    part('byes').hidden = !view.byes.length;
};

const tick = () => {
    part('clock').textContent = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
};

follow('/api/events', (news) => {
    view = news;
    show();
}, () => showNotice('The evening’s service does not answer. This page tries again.'));
setInterval(() => {
    turned += 1;
    show();
}, PAGE_MS);
setInterval(tick, 1000);
tick();
