/**
 * Returns the function with a cache of its last result. A call with the arguments of the call before returns that
 * result.
 */
export function cacheLastResult<Args extends readonly (string | number)[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined
  return (...args) => {
    if (last?.args.every((arg, index) => arg === args[index]) !== true)
      last = { args, result: compute(...args) }
    return last.result
  }
}
