// Which wording of the daemon's texts this page shows: at the board's own screen roll and undo can be named.

const audienceOf = ({ board, me }) => {
  if (!me?.touch) return 'watching';
  return board?.simulated || me.visitor === 'paired' ? 'page' : 'text';
};

/** A text of the daemon in the words for whoever looks at this page. */
export const wordingFor = (text, view) => text?.[audienceOf(view)] ?? text?.text ?? '';
