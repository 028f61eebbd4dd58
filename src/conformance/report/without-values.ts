/** A reason without the values that the target gave: quoted texts, ids and numbers that are no status. */
export function withoutValues(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replace(/\b[a-z]+_\w{6,}\b/g, '…')
    .replace(/\b\d+(?:\.\d+)?\b/g, (number) => (/^[1-5]\d\d$/.test(number) ? number : '…'))
}
