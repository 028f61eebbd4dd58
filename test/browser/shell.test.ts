import { chromium } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { serveDrydock } from '../support/commands/built-command.ts'
import { openBrowsing } from './support/browsing.ts'

const simulator = openBrowsing()

describe('a page that is left open', () => {
  it('a form keeps its input for a restarted simulator', async () => {
    const before = await serveDrydock(['--quiet'])
    const browser = await chromium.connect(inject('browserAddress'))
    try {
      const page = await browser.newPage()
      await page.goto(`${before.url}/dashboard/default/wallet`)
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByRole('spinbutton', { name: 'Amount in dollars' }).fill('9')
      const token = page.locator('form:has([value="fund"]) [name=token]')
      const old = await token.getAttribute('value')
      await before.stop()
      await page.getByText('Reconnecting').waitFor()
      const after = await serveDrydock(['--quiet', '--port', new URL(before.url).port])
      try {
        const fresh = page.locator(`form:has([value="fund"]) [name=token]:not([value="${old}"])`)
        await fresh.waitFor({ state: 'attached' })
        await page.getByRole('button', { name: 'Top up' }).click()
        await page.getByText('$9.00 paid in by card.').waitFor()
      } finally {
        await after.stop()
      }
    } finally {
      await browser.close()
    }
  })
})

describe('the watch over pages', () => {
  it('the watched page reports refused resources, foreign requests and script errors', async () => {
    const watched = await simulator.open('/dashboard')
    const thrown = watched.page.waitForEvent('pageerror')
    await watched.page.evaluate(`
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p><img src="http://127.0.0.1:9/x.png" alt="">')
      setTimeout(() => { throw new Error('planted') })
    `)
    await thrown
    await watched.page.waitForFunction('document.images[0]?.complete')
    const problems = watched.takeProblems().join('\n')
    expect(problems).toContain('policy: style-src')
    expect(problems).toContain('policy: img-src')
    expect(problems).toContain('error: planted')
  })

  it('the watched page reports the findings of axe', async () => {
    const watched = await simulator.open('/dashboard')
    await watched.page.evaluate(`document.querySelector('h1').insertAdjacentHTML('afterend', '<input>')`)
    await expect(watched.judge()).rejects.toThrow('label')
  })
})

describe('the frame of pages', () => {
  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('can be read at %i px, %s', async (width, colorScheme) => {
    const watched = await simulator.open('/dashboard', { viewport: { width, height: 900 }, colorScheme })
    await watched.judge()
  })

  it('a page keeps the chosen theme', async () => {
    const { page } = await simulator.open('/dashboard')
    const theme = () => page.evaluate('document.documentElement.dataset.theme ?? null')
    expect(await theme()).toBeNull()
    await page.getByRole('button', { name: 'Theme' }).click()
    expect(await theme()).toBe('light')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.reload()
    expect(await theme()).toBe('dark')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.reload()
    expect(await theme()).toBeNull()
  })

  it('the frame of pages shows its links behind a button on a narrow screen, also without script', async () => {
    const narrow = { viewport: { width: 390, height: 800 }, javaScriptEnabled: false }
    const { page } = await simulator.open('/dashboard', narrow)
    const overview = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' })
    expect(await overview.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await overview.isVisible()).toBe(true)
  })

  it.each([600, 1200])('a copy button covers no text of its code at %i px', async (width) => {
    const { page } = await simulator.open('/dashboard/default/carriers', { viewport: { width, height: 800 } })
    await page.getByRole('button', { name: 'Show commands' }).click()
    await page.locator('.code:visible').first().getByRole('button').waitFor()
    const gap = await page.evaluate(`
      (() => {
        const block = [...document.querySelectorAll('.code')].find((each) => each.checkVisibility())
        const scrolled = block.querySelector('.code-scroll')
        scrolled.scrollLeft = scrolled.scrollWidth
        const text = document.createRange()
        text.selectNodeContents(block.querySelector('code'))
        const button = block.querySelector('.copy')
        const { left, bottom } = button.getBoundingClientRect()
        const { top } = text.getBoundingClientRect()
        return [Math.max(left - scrolled.getBoundingClientRect().right, top - bottom), scrolled.scrollLeft]
      })()`)
    const [clear, scrolled] = Array.isArray(gap) ? gap : []
    expect(clear).toBeGreaterThanOrEqual(0)
    expect(scrolled).toBeGreaterThan(0)
  })

  it('a page has no animation for people who have asked for none', async () => {
    const { page } = await simulator.open('/dashboard/default')
    const scrolling = () => page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await scrolling()).toBe('smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await scrolling()).toBe('auto')
    const moving = await page.evaluate(`Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return (animationDuration + ',' + transitionDuration).split(',').map(Number.parseFloat)
      }),
    )`)
    expect(moving).toBeLessThan(0.001)
  })

  it.each(['Account', 'World'])(
    'the key Esc closes the menu %s and returns the focus to its button',
    async (menu) => {
      const { page } = await simulator.open('/dashboard/default')
      const summary = page.locator('.switcher > summary', { hasText: menu })
      await summary.click()
      await page.locator('.switcher[open] :is(input, a)').first().focus()
      await page.keyboard.press('Escape')
      expect(await page.locator('.switcher[open]').count()).toBe(0)
      expect(await page.locator(':focus').innerText()).toBe(await summary.innerText())
    },
  )

  it('the keyboard can skip to the content of a page', async () => {
    const { page } = await simulator.open('/dashboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement?.id')).toBe('main')
  })
})
