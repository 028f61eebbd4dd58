import { expect, it } from 'vitest'
import { createAccount } from '../../../../test/support/account.ts'
import { openDashboardPages } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the chart of the wallet balance shows amounts at its left side and times below', async () => {
  const account = await createAccount(simulator.url)
  for (const balance_cents of [12_345_678, 50, 999_999]) {
    await account.advance('1h')
    await account.control('PATCH /wallet', { balance_cents })
  }
  const [drawing = ''] =
    /<svg class="balance".*?<\/svg>/s.exec(await openDashboardPages(account).read('wallet')) ?? []
  const [, path = ''] = /<path class="balance-line" d="([^"]+)"/.exec(drawing) ?? []
  const [lineStart = 0] = [...path.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x)).sort((a, b) => a - b)
  const lineBottom = Math.max(...[...path.matchAll(/[V ]([\d.]+)/g)].map(([, y]) => Number(y)))
  const texts = [...drawing.matchAll(/<text class="tick-text" x="([\d.]+)" y="([\d.]+)"([^>]*)>([^<]*)</g)]
  expect(texts.map(([, , , , text]) => text)).toContain('$123,456.78')
  for (const [, x, y, attributes = '', text = ''] of texts) {
    const isBeside = text.startsWith('$') && attributes.includes('text-anchor="end"') && Number(x) < lineStart
    const isBelow = !text.startsWith('$') && Number(y) > lineBottom + 28
    expect([text, isBeside || isBelow]).toEqual([text, true])
  }
})
