import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

/**
 * Opens a page and shows the shell commands that do the same as its forms. Returns the page, and a function that finds
 * commands by their accessible name, such as `Top up with curl`.
 */
async function openWithCommands(path: string) {
  const { page } = await simulator.open(path)
  await page.getByRole('button', { name: 'Show commands' }).click()
  return { page, commandsOf: (name: string) => commandsOf(page, name) }
}

function commandsOf(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

describe('the shell commands that the dashboard shows beside a form', () => {
  it('the shell command beside a dashboard form contains the typed values, and sample values for empty fields', async () => {
    const { at } = await createFilledAccount(simulator.url)
    const { page, commandsOf } = await openWithCommands(at('/wallet'))
    const commands = commandsOf('Top up with drydock')
    await commands.getByText('wallet fund 2500 ').waitFor()
    await page.getByRole('spinbutton', { name: 'Amount in dollars' }).fill('12.34')
    await commands.getByText('wallet fund 1234 ').waitFor()
    await page.getByRole('spinbutton', { name: 'Amount in dollars' }).fill('')
    await commands.getByText('wallet fund 2500 ').waitFor()
  })

  it('the shell command beside a dashboard form contains the chosen options', async () => {
    const { at } = await createFilledAccount(simulator.url)
    const { page, commandsOf } = await openWithCommands(at('/keys'))
    const commands = commandsOf('Create key with drydock')
    await commands.getByText('keys create --environment test').waitFor()
    expect(await commands.getByText('--scopes').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('live')
    await page.getByRole('checkbox', { name: 'wallet:read' }).check()
    await commands.getByText('keys create --environment live --scopes wallet:read').waitFor()
  })

  it('the shell command beside a dashboard form sets the variable DRYDOCK_KEY to the key chosen in the form', async () => {
    const { account, at } = await createFilledAccount(simulator.url)
    const { page, commandsOf } = await openWithCommands(at('/buy'))
    const commands = commandsOf('Get rates with curl')
    await commands.getByText(`DRYDOCK_KEY=${account.keys.test}`).waitFor()
    await page.getByRole('combobox', { name: 'Key' }).selectOption({ index: 1 })
    await commands.getByText(`DRYDOCK_KEY=${account.keys.live}`).waitFor()
    const validation = commandsOf('Validate the address only with curl')
    await validation.getByText('/v1/addresses/validate').waitFor()
  })

  it('a dashboard form with a value out of range shows no shell command, and says why', async () => {
    const { at } = await createFilledAccount(simulator.url)
    const { page } = await openWithCommands(at('/buy'))
    await page.getByRole('button', { name: 'Get rates', exact: true }).click()
    await page.getByText('Many copies, as a batch').click()
    await page.getByRole('spinbutton', { name: 'Copies' }).fill('5001')
    await page.getByText('The form refuses these values').waitFor()
  })

  it('the shell command beside the batch form of the dashboard makes and buys the batch when a shell runs the command', async () => {
    const { account, at } = await createFilledAccount(simulator.url)
    const { page, commandsOf } = await openWithCommands(at('/buy'))
    await page.getByRole('button', { name: 'Get rates', exact: true }).click()
    await page.getByText('Many copies, as a batch').click()
    await page.getByRole('spinbutton', { name: 'Copies' }).fill('12')
    const commands = commandsOf('Buy the batch with curl')
    await commands.getByText('head -n 12').waitFor()
    execFileSync('sh', ['-c', await commands.locator('code').innerText()], { stdio: 'pipe' })
    const [batch, ...others] = await account.batches.list()
    expect(batch).toMatchObject({ item_count: 12, status: 'processing' })
    expect(others).toEqual([])
  })
})

it('without JavaScript, the shell command beside a dashboard form is folded and has the values of the loaded page', async () => {
  const { at } = await createFilledAccount(simulator.url)
  const { page } = await simulator.open(at('/buy?parcel.weight_oz=77&to=po-box'), {
    javaScriptEnabled: false,
  })
  // The commands of the forms are folded, so that the content of the page stays in place.
  expect(await page.locator('.code:visible').count()).toBe(0)
  await page.getByText('Commands for “Get rates”').click()
  const commands = commandsOf(page, 'Get rates with curl')
  await commands.getByText('"weight_oz":77').waitFor()
  await commands.getByText('PO Box').waitFor()
})
