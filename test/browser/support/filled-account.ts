import type { Page } from 'playwright-core'
import { connectDrydock } from '../../../src/client/http/connection.ts'
import { ratesBody } from '../../support/labels/parcels.ts'
import { TestClient } from '../../support/test-client.ts'
import type { WatchedPage } from './watched-page.ts'

/** Creates an account with a frozen clock, in which one label was bought and one request refused. */
export async function createFilledAccount(url: string, controlToken?: string) {
  const dock = await connectDrydock(url, { controlToken })
  const account = await dock.createAccount({ clock: { mode: 'frozen', now: '2030-03-04T12:00:00Z' } })
  const client = new TestClient(url)
  const post = async (path: string, body: object) =>
    Object((await client.send({ method: 'POST', path, key: account.keys.live, body })).body)
  await account.webhook.set('http://127.0.0.1:9/')
  const { rates } = await post('/v1/rates', ratesBody())
  const label = await post('/v1/labels', { rate_id: rates[0].id })
  await post('/v1/labels', { rate_id: 'rate_000000000000000000000000' })
  await account.clock.advance('0s')
  return { account, post, label, at: (place = '') => `/dashboard/${account.id}${place}` }
}

/** Waits for the page whose question begins with this text, and confirms it. */
export async function confirmQuestion(page: Page, question: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: question }).waitFor()
  await page.locator('main .button.danger').click()
}

/** Waits until the page shows that its event stream is open, so that it receives events. */
export async function waitUntilEventStreamIsOpen({ page }: WatchedPage): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor()
}
