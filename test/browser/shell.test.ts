import { chromium } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { serveDrydock } from '../support/commands/built-command.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

describe('a dashboard page that stays open', () => {
  it('a dashboard form keeps its input while the simulator restarts, and can be sent afterwards', async () => {
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

describe('the checks of a watched page', () => {
  it('the check of pages in the browser tests reports blocked styles and images, and script errors', async () => {
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

  it('the check of pages in the browser tests reports the accessibility findings of axe', async () => {
    const watched = await simulator.open('/dashboard')
    await watched.page.evaluate(`document.querySelector('h1').insertAdjacentHTML('afterend', '<input>')`)
    await expect(watched.checkPage()).rejects.toThrow('label')
  })
})

describe('the layout that all dashboard pages share', () => {
  it('the start page of the dashboard is readable at 1440 and 390 px in light and dark colours', async () => {
    await (await simulator.open('/dashboard')).checkInAllSizesAndColours()
  })

  it('the dashboard keeps the chosen colour theme after a reload', async () => {
    const { page } = await simulator.open('/dashboard')
    const readTheme = () => page.evaluate('document.documentElement.dataset.theme ?? null')
    expect(await readTheme()).toBeNull()
    await page.getByRole('button', { name: 'Theme' }).click()
    expect(await readTheme()).toBe('light')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.reload()
    expect(await readTheme()).toBe('dark')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.reload()
    expect(await readTheme()).toBeNull()
  })

  it('the dashboard on a screen of 390 px shows its links behind a menu button, also without JavaScript', async () => {
    const narrow = { viewport: { width: 390, height: 800 }, javaScriptEnabled: false }
    const { page } = await simulator.open('/dashboard', narrow)
    const overview = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' })
    expect(await overview.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await overview.isVisible()).toBe(true)
  })

  it.each([600, 1200])(
    'the Copy button of a code block on a dashboard page covers none of its text on a screen of %i px',
    async (width) => {
      const { page } = await simulator.open('/dashboard/default/buy', { viewport: { width, height: 800 } })
      await page.getByRole('button', { name: 'Show commands' }).click()
      await page.locator('.code:visible').first().getByRole('button').waitFor()
      await page.waitForFunction(`[...document.querySelectorAll('.code-scroll')].some(
        (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth,
      )`)
      const gap = await page.evaluate(`
      (() => {
        const scrolled = [...document.querySelectorAll('.code-scroll')].find(
          (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth,
        )
        const block = scrolled.parentElement
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
    },
  )

  it('the dashboard has no animation if the browser asks for reduced motion', async () => {
    const { page } = await simulator.open('/dashboard/default')
    const readScrollBehavior = () =>
      page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await readScrollBehavior()).toBe('smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await readScrollBehavior()).toBe('auto')
    const moving = await page.evaluate(`Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return (animationDuration + ',' + transitionDuration).split(',').map(Number.parseFloat)
      }),
    )`)
    expect(moving).toBeLessThan(0.001)
  })

  it.each(['Account', 'World'])(
    'the key Esc closes the dashboard menu %s and moves the focus to its button',
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

  it('a keyboard user can skip the navigation and go to the content of a dashboard page', async () => {
    const { page } = await simulator.open('/dashboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement?.id')).toBe('main')
  })
})
