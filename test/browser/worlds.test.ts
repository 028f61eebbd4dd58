import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { confirmQuestion, createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

/** Opens the menu in the bar with which a person chooses an account. */
async function openWorldMenu(page: Page) {
  await page.locator('.world > summary').click()
  return page.locator('.world')
}

async function readStream(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe("the dashboard menu of the account's world", () => {
  it('the dashboard menu World resets the account with two clicks, and says before the reset what will be lost', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at('/wallet'), { javaScriptEnabled: false })
    const menu = await openWorldMenu(page)
    expect(await menu.innerText()).toContain('1 label, 1 delivery and 3 logged requests will be lost.')
    await menu.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('The account is as it was at its creation.').waitFor()
    expect(await account.labels.list()).toEqual([])
    expect(await account.requests.list()).toEqual([])
  })

  it('the dashboard menu World saves a snapshot by keyboard alone, and restores it after the user confirms', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    await page.locator('.world > summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('with a label')
    await page.keyboard.press('Enter')
    await page.getByText('The snapshot "with a label" holds the account').waitFor()
    expect(await account.snapshots.list()).toMatchObject([{ name: 'with a label' }])
    await account.reset()
    const menu = await openWorldMenu(page)
    await menu.getByRole('button', { name: 'Restore with a label' }).click()
    await page.getByText('Everything else becomes as it was at 2030-03-04 12:00:00').waitFor()
    expect(await page.locator('main').innerText()).toContain('The live balance changes from $1,000.00 to $')
    expect(await account.labels.list()).toEqual([])
    await watched.checkPage()
    await confirmQuestion(page, 'Restore "with a label"?')
    await page.getByText('The account is as in the snapshot "with a label"').waitFor()
    expect(await account.labels.list()).toHaveLength(1)
  })

  it('the dashboard menu World creates an account, and deletes it after the user confirms', async () => {
    const { at } = await createTestAccount()
    const { page } = await simulator.open(at('/wallet'))
    await (await openWorldMenu(page)).getByRole('button', { name: 'Create an account' }).click()
    await page.getByText('This is its dashboard.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const accounts = async () =>
      (await (await connectDrydock(simulator.url)).accounts()).map((each) => each.id)
    expect(await accounts()).toContain(id)
    const menu = await openWorldMenu(page)
    await menu.getByRole('button', { name: `Delete the account: ${id}` }).click()
    await page.getByText('Its keys and its wallet are deleted with it.').waitFor()
    await confirmQuestion(page, `Delete the account ${id}?`)
    await page.getByText(`The account ${id} is deleted.`).waitFor()
    expect(await accounts()).not.toContain(id)
  })

  it.each([1440, 390])('the dashboard menu World is readable at a width of %i px', async (width) => {
    const { account, at } = await createTestAccount()
    await account.snapshots.save('one')
    const watched = await simulator.open(at(), { viewport: { width, height: 900 } })
    await openWorldMenu(watched.page)
    await watched.checkPage()
  })

  it('the dashboard page Worlds is readable at 1440 and 390 px in light and dark colours', async () => {
    const { account, at } = await createTestAccount()
    await account.snapshots.save('one')
    await (await simulator.open(at('/worlds'))).checkInAllSizesAndColours()
  })
})

describe('the dashboard page Worlds', () => {
  it('the table of snapshots on the dashboard shows times, sizes and buttons at a width of 390 px', async () => {
    const { account, at } = await createTestAccount()
    await account.snapshots.save('a-snapshot-with-a-name-that-is-really-rather-long')
    const { page } = await simulator.open(at('/worlds'), { viewport: { width: 390, height: 900 } })
    const row = page.getByRole('row', { name: 'a-snapshot-' })
    const endOf = async (part: Locator) => {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(0)
      return x + width
    }
    const { x = 0 } = (await row.getByRole('button', { name: 'Restore' }).boundingBox()) ?? {}
    expect(await endOf(row.getByText('2030-03-04').last())).toBeLessThan(x)
    expect(await endOf(row.getByText(/ kB$/))).toBeLessThanOrEqual(x)
    expect(await endOf(row.getByRole('button', { name: 'Delete' }))).toBeLessThanOrEqual(390)
  })

  it('the dashboard page Worlds exports a snapshot to a file, imports it under another name and deletes a snapshot', async () => {
    const { account, at } = await createTestAccount()
    await account.snapshots.save('kept')
    const watched = await simulator.open(at('/worlds'))
    const { page } = watched
    const row = page.getByRole('row', { name: 'kept' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Export' }).click(),
    ])
    const buffer = await readStream(await download.createReadStream())
    expect(download.suggestedFilename()).toBe('kept.json')
    expect(JSON.parse(buffer.toString())).toEqual(await account.snapshots.read('kept'))
    await page.getByRole('textbox', { name: 'Name of the imported snapshot' }).fill('copy')
    const file = { name: 'kept.json', mimeType: 'application/json', buffer }
    await page.getByLabel('File of a snapshot').setInputFiles(file)
    await page.getByRole('button', { name: 'Import a file' }).click()
    await page.getByText('The snapshot "copy" holds the state of the file.').waitFor()
    expect(await account.snapshots.read('copy')).toEqual(await account.snapshots.read('kept'))
    await row.getByRole('button', { name: 'Delete' }).click()
    await confirmQuestion(page, 'Delete the snapshot "kept"?')
    await page.getByText('The snapshot "kept" is deleted.').waitFor()
    expect((await account.snapshots.list()).map(({ name }) => name)).toEqual(['copy'])
  })

  it('the dashboard page Worlds asks before a snapshot of the same name is replaced', async () => {
    const { account, post, at } = await createTestAccount()
    await account.snapshots.save('kept')
    const kept = await account.snapshots.read('kept')
    await post('/v1/labels', { rate_id: 'rate_000000000000000000000000' })
    await account.clock.advance('1h')
    const { page } = await simulator.open(at('/worlds'))
    const save = async () => {
      await page.locator('#save-name').fill('kept')
      await page.getByRole('button', { name: 'Save a snapshot' }).click()
      await page.getByRole('heading', { name: 'Replace the snapshot "kept"?' }).waitFor()
    }
    await save()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Worlds' }).waitFor()
    expect(await account.snapshots.read('kept')).toEqual(kept)
    await save()
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByText('The snapshot "kept" holds the account as it is now.').waitFor()
    expect(await account.snapshots.read('kept')).not.toEqual(kept)
    const file = {
      name: 'kept.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(kept)),
    }
    await page.getByRole('textbox', { name: 'Name of the imported snapshot' }).fill('kept')
    await page.getByLabel('File of a snapshot').setInputFiles(file)
    await page.getByRole('button', { name: 'Import a file' }).click()
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByText('The snapshot "kept" holds the state of the file.').waitFor()
    expect(await account.snapshots.read('kept')).toEqual(kept)
  })

  it('the dashboard page Worlds explains a wrong snapshot name and a wrong file at their fields', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/worlds'))
    watched.expectStatus(422)
    const { page } = watched
    await page.locator('main').getByRole('textbox', { name: 'Name', exact: true }).fill('a/b')
    await page.getByRole('button', { name: 'Save a snapshot' }).click()
    expect(await page.locator('#save-name-error').innerText()).toContain('must be 1 to 64 letters')
    await page.getByRole('textbox', { name: 'Name of the imported snapshot' }).fill('copy')
    await page
      .getByLabel('File of a snapshot')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('[1]') })
    await page.getByRole('button', { name: 'Import a file' }).click()
    expect(await page.locator('#import-file-error').innerText()).toContain('is no snapshot')
    expect(await account.snapshots.list()).toEqual([])
  })

  it('the dashboard page Worlds creates an account with a frozen clock, and deletes an account after the user confirms', async () => {
    const { at } = await createTestAccount()
    const { page } = await simulator.open(at('/worlds'))
    await page.getByRole('textbox', { name: 'Id', exact: true }).fill('made-here')
    await page.getByRole('combobox', { name: 'Clock' }).selectOption('frozen')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByText('The account made-here is created.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/made-here')
    const accounts = async () => (await (await connectDrydock(simulator.url)).accounts()).map(({ id }) => id)
    expect(await accounts()).toContain('made-here')
    await page.goto(`${simulator.url}/dashboard/made-here/worlds`)
    const row = page.getByRole('row', { name: 'made-here' })
    await row.getByRole('button', { name: 'Delete' }).click()
    await confirmQuestion(page, 'Delete the account made-here?')
    await page.getByText('The account made-here is deleted.').waitFor()
    expect(await accounts()).not.toContain('made-here')
  })
})
