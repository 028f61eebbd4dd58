import { expect, it } from 'vitest'
import { browse } from './support/browsing.ts'
import { furnishAt } from './support/furnished.ts'

const simulator = browse()
const furnish = () => furnishAt(simulator.url)

it.each([
  ['/wallet', 'Decline the next'],
  ['/time', 'Freeze'],
  ['/carriers', 'Take down: UPS'],
])('a message on %s covers no form field on a wide screen', async (place, button) => {
  const { at } = await furnish()
  const { page } = await simulator.open(at(place))
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.locator('.toast').waitFor()
  const covered = await page.evaluate(`(() => {
    const toast = document.querySelector('.toast').getBoundingClientRect()
    return [...document.querySelectorAll('main form :is(input:not([type=hidden]), select, textarea, button)')]
      .filter((field) => field.closest('.toast') === null)
      .map((field) => [field.name || field.textContent, field.getBoundingClientRect()])
      .filter(([, box]) => box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top)
      .map(([name]) => name)
  })()`)
  expect(covered).toEqual([])
})

it('the page scrolls its last field clear of a message on a narrow screen', async () => {
  const { at } = await furnish()
  const { page } = await simulator.open(at('/worlds'), { viewport: { width: 390, height: 700 } })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('before')
  await page.getByRole('button', { name: 'Save a snapshot' }).click()
  await page.locator('.toast').waitFor()
  await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })')
  const button = await page.getByRole('button', { name: 'Create an account' }).boundingBox()
  const toast = await page.locator('.toast').boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0)
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
