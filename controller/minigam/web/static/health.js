/** A sentence for each thing that needs care: inputs that look faulty, and a disk without room. */
export const illsOf = ({ inputs, disk }) => [...inputs.map(({ text }) => text), ...(disk?.text ? [disk.text] : [])];
