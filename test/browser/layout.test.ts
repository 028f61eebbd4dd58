import { expect, it } from 'vitest'
import { openBrowsing } from './support/browsing.ts'
import { createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()
const furnish = () => createFilledAccount(simulator.url)

it('a message stays beside the content of a wide screen, so that it covers no form field', async () => {
  const { at } = await furnish()
  const { page } = await simulator.open(at('/wallet'))
  await page.getByRole('button', { name: 'Decline the next' }).click()
  const toast = await page.locator('.toast').boundingBox()
  const main = await page.locator('main').boundingBox()
  const text = await page.locator('.toast p').boundingBox()
  expect(text?.width).toBeGreaterThan(120)
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0)
})

it.each([600, 720, 800, 900])(
  'a message covers no link of the rail on a screen %i pixels high',
  async (height) => {
    const { at } = await furnish()
    const { page } = await simulator.open(at('/wallet'), { viewport: { width: 1280, height } })
    await page.getByRole('button', { name: 'Decline the next' }).click()
    const toast = await page.locator('.toast').boundingBox()
    for (const link of await page.locator('.rail a').all()) {
      const box = await link.boundingBox()
      const isBeside = (toast?.x ?? 0) >= (box?.x ?? 0) + (box?.width ?? 0)
      const isBelow = (toast?.y ?? 0) >= (box?.y ?? 0) + (box?.height ?? 0)
      expect(isBeside || isBelow, await link.innerText()).toBe(true)
    }
  },
)

it('a message covers nothing on a narrow screen, and leaves the content where it is', async () => {
  const { at } = await furnish()
  const { page } = await simulator.open(at('/wallet'), { viewport: { width: 390, height: 700 } })
  await page.clock.install()
  await page.getByRole('button', { name: 'Decline the next' }).click()
  const message = page.locator('.toast')
  const [above, below] = [await message.boundingBox(), await page.locator('.toast + *').boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await page.clock.runFor('00:30')
  expect(await page.locator('.toast + *').boundingBox()).toEqual(below)
  await page.getByRole('button', { name: 'Close this message' }).click()
  expect(await message.count()).toBe(0)
})

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
