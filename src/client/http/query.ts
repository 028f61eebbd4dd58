/** Returns the path with a query of the parameters that are not undefined. */
export function addQuery(path: string, parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return query.size === 0 ? path : `${path}?${query}`
}
