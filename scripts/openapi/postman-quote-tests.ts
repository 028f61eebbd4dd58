/** Tests that more than one request has. */

export const staysOrdered = (what: string, list: string): string =>
  `pm.test('${what}', () => pm.expect(${list}).to.eql([...${list}].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))))`

export const quoteTests = [
  'const prices = body.rates.map(({ rate_cents }) => rate_cents)',
  staysOrdered('The cheapest rate comes first', 'prices'),
  'const failed = (body.failed_carriers || []).map(({ carrier }) => carrier)',
  'const quoted = new Set(body.rates.map(({ carrier }) => carrier))',
  "pm.test('Each of the four carriers is quoted, or named as failed', () => {",
  '  pm.expect([...quoted, ...failed]).to.have.length(4)',
  '  pm.expect(new Set([...quoted, ...failed]).size).to.equal(4)',
  '})',
]
