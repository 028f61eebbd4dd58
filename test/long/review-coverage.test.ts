import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Drydock, startDrydock } from '../../src/index.ts'
import { coverageKinds, formatItemId, listCoverageItems } from '../../src/review/coverage-items.ts'
import { renderErrorScript } from '../../src/server/docs/model/error-recipes.ts'
import { reviewBody } from '../../src/simulator/bodies/control/review.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { createAccount } from '../support/account.ts'
import { InstructionFollower } from '../support/how-to-meet.ts'
import { openInbox, type WebhookInbox } from '../support/webhook-inbox.ts'

let dock: Drydock
let inbox: WebhookInbox
beforeAll(async () => {
  dock = await startDrydock()
  inbox = await openInbox()
})
afterAll(() => Promise.all([dock.close(), inbox.close()]))

/**
 * The items of the review's coverage whose instructions a test can follow. Error codes are left out: they have scripts
 * instead.
 */
const items = coverageKinds
  .filter((kind) => kind !== 'error_codes')
  .flatMap((kind) => listCoverageItems(kind).map((id) => [kind, formatItemId(kind, id)] as const))

describe('the instructions for an item that the review lists as missed', () => {
  it.each(items)(
    'the review counts a missed item as met after a client follows the instructions for the item: %s, %s',
    async (kind, id) => {
      const account = await createAccount(dock.url)
      await account.control('PUT /webhook', { url: inbox.url })
      const readCoverage = async () => reviewBody.parse(await account.control('GET /review')).coverage[kind]
      const missed = (await readCoverage()).missed.find((item) => item.id === id)
      await new InstructionFollower(account).follow(missed?.how ?? '')
      await account.advance('0s')
      expect((await readCoverage()).met.map((item) => item.id)).toContain(id)
    },
  )

  it.each(errorCodes)(
    'the review counts a missed error code as met after its script has run: %s',
    async (code) => {
      await dock.reset()
      const { test, live } = dock.keys
      const caller = { url: dock.url, key: test, liveKey: live, account: 'default', isOpen: true }
      await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', renderErrorScript(code, caller) ?? ''])
      expect((await dock.review()).coverage.error_codes.met.map((item) => item.id)).toContain(code)
    },
  )
})
