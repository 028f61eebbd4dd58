/**
 * Returns the function with a cache of its last result. A call with the same arguments as the call before returns the
 * cached result.
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
