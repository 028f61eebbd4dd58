/** Runs work that comes in steps to its end, without other work in between. */
export function runToEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
