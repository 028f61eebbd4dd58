/** Makes a function that runs what it is given one after the other, in the order of its calls. */
export function openTurns(): <Value>(does: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (does) => {
    const next = last.then(does)
    last = next.catch(() => undefined)
    return next
  }
}
