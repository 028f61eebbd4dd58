/** Renders a number with its noun: `1 rule`, `2 rules`. */
export function plural(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`
}
