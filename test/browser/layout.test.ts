import { expect, it } from 'vitest'
import { openBrowsing } from './support/browsing.ts'
import { createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()
const furnish = () => createFilledAccount(simulator.url)

it.each([
  [1440, 900, false],
  [1280, 600, true],
  [390, 700, true],
])(
  'a message at %i px by %i covers nothing, and stays until it is closed',
  async (width, height, hasCommands) => {
    const { at } = await furnish()
    const { page } = await simulator.open(at('/wallet'), { viewport: { width, height } })
    await page.clock.install()
    if (hasCommands) await page.getByRole('button', { name: 'Show commands' }).click()
    await page.getByRole('button', { name: 'Decline the next', exact: true }).click()
    const message = page.locator('.notice')
    const [above, below] = [await message.boundingBox(), await page.locator('.notice + *').boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    await page.clock.runFor('00:30')
    expect(await page.locator('.notice + *').boundingBox()).toEqual(below)
    await page.getByRole('button', { name: 'Close this message' }).click()
    expect(await message.count()).toBe(0)
  },
)

it('a refused span keeps the width of its field', async () => {
  const { at } = await furnish()
  const watched = await simulator.open(at('/time'))
  watched.expectStatus(422)
  const { page } = watched
  const field = page.getByRole('textbox', { name: 'Span' })
  const before = await field.boundingBox()
  await field.fill('soon')
  await page.getByRole('button', { name: 'Preview: a span' }).click()
  await page.locator('.error', { hasText: 'must be a duration' }).waitFor()
  expect((await field.boundingBox())?.width).toBe(before?.width)
})

it('the scopes of the review fit a narrow screen', async () => {
  const { at } = await furnish()
  const { page } = await simulator.open(at('/review'), { viewport: { width: 390, height: 900 } })
  const widerBy = await page.evaluate(`(() => {
    const table = document.querySelector('#scopes .scroll')
    return table.scrollWidth - table.clientWidth
  })()`)
  expect(widerBy).toBe(0)
})
