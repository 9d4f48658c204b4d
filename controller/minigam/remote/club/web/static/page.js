// What both pages of an evening share: small helpers, and the stream of views.

export const part = (name) => document.querySelector(`[data-part="${name}"]`);

/** An element with a class, and with texts or elements in it. */
export const element = (tag, className = '', ...inside) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...inside);
    return made;
};

const SVG = 'http://www.w3.org/2000/svg';

/** An element of a drawing. */
export const drawn = (tag, attributes, ...inside) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
};

const LOST_MS = 40000;

/** Follow the views at an address; `onLost` is called when the server is gone. */
export const follow = (address, onView, onLost) => {
    const source = new EventSource(address);
    let watch = 0;
    const alive = () => {
        clearTimeout(watch);
        watch = setTimeout(onLost, LOST_MS);
    };
    source.onopen = alive;
    source.onmessage = (message) => {
        alive();
        onView(JSON.parse(message.data));
    };
    source.onerror = () => {
        onLost();
        if (source.readyState === EventSource.CLOSED) {  // refused: the browser does not try again
            setTimeout(() => follow(address, onView, onLost), 3000);
        }
    };
};

/** Send JSON; the sentence of a refusal, or an empty text. */
export const send = async (address, body) => {
    try {
        const answer = await fetch(address, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
        });
        if (answer.ok) return '';
        return (await answer.json()).error.message;
    } catch {
        return 'The service does not answer. Is it running?';
    }
};

const FORMATS = { swiss: 'Swiss', 'round-robin': 'round robin', knockout: 'knockout' };

/** Which round it is, in words. */
export const roundWords = (view) => {
    if (view.state === 'closed') return 'not open yet';
    const kind = `${view.rules.title}, ${FORMATS[view.format]}`;
    if (view.state === 'entry') return `${kind}, ${view.players} players, before round 1`;
    const of = view.rounds ? ` of ${view.rounds}` : '';
    const end = { over: ', finished', between: ' is over', playing: '' }[view.state];
    return `${kind}, round ${view.round}${of}${end}`;
};

const TIE_BREAKS = {
    buchholz: ['Bh', 'Buchholz: the wins of all opponents'],
    'median-buchholz': ['MBh', 'Median Buchholz: the same without the best and the worst of them'],
    'sonneborn-berger': ['SB', 'Sonneborn-Berger: the wins of beaten opponents'],
    difference: ['+/−', 'points won less points lost'],
    'direct-encounter': ['DE', 'direct encounter: wins among those who are still tied'],
};

/** Fill a table with standings, from a place on, and say below what its columns are. */
export const showStandings = (table, view, first = 0, count = Infinity) => {
    const tieBreaks = view.tie_breaks.map((name) => TIE_BREAKS[name]);
    const head = element('tr', '', element('th', '', '#'), element('th', 'name', 'Player'),
        element('th', '', 'W'), element('th', '', 'L'),
        ...tieBreaks.map(([short]) => element('th', 'tie', short)));
    part('legend').replaceChildren(...[['W', 'won'], ['L', 'lost'], ...tieBreaks].map(
        ([short, long]) => element('span', '', element('b', '', short), ` ${long}`)));
    const rows = view.standings.slice(first, first + count).map((place) => {
        const row = element('tr', place.withdrawn ? 'gone' : '', element('td', '', `${place.rank}`),
            element('td', 'name', place.name), element('td', '', `${place.wins}`),
            element('td', '', `${place.losses}`));
        row.append(...place.values.map((value) => element('td', 'tie', `${value ?? ''}`)));
        return row;
    });
    table.replaceChildren(element('thead', '', head), element('tbody', '', ...rows));
};

/** Show what keeps the evening from going on. */
export const showNotice = (text) => {
    const notice = part('notice');
    notice.textContent = text;
    notice.hidden = !text;
};

/** What is wrong with the service itself. */
export const troubleWords = (view) => {
    if (view.trouble) return `Nothing can be stored: ${view.trouble}`;
    return view.connected ? '' : 'No connection to the broker: games go on, results follow later.';
};
