import { expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { recipient } from '../../../../test/support/labels/parcels.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'
import { errorCodes } from '../../../simulator/specification/errors.ts'
import { findGuide } from '../../docs/model/guides.ts'
import { faultModesHref, findSpecificationSection, magicValuesHref } from './reason.tsx'

const simulator = sharedSimulator()

it.each([
  ['down', 'The request succeeded with 200, without UPS, because of the fault carrier:UPS down.'],
  ['slow', 'The request succeeded with 200, affected by the fault carrier:UPS slow.'],
])('the dashboard page of a rates request explains the effect of a fault of mode %s', async (mode, text) => {
  const account = await createAccount(simulator.url)
  await account.control('POST /faults', {
    target: 'carrier:UPS',
    mode,
    ...(mode === 'slow' && { latency_ms: 1 }),
  })
  await requestRates(account)
  expect(await readReason(account)).toContain(text)
})

it('the dashboard page of a rates request names the carrier that a magic value removed', async () => {
  const account = await createAccount(simulator.url)
  await requestRates(account, { to_address: { ...recipient, name: 'Ada sim:carrier=UPS:down' } })
  expect(await readReason(account)).toContain(
    'succeeded with 200, without UPS, because of the magic value sim:carrier=UPS:down, which simulates a failure.',
  )
})

/** Returns the text of the dashboard page about an account's latest request. */
async function readReason(account: Awaited<ReturnType<typeof createAccount>>): Promise<string> {
  const { requests } = Object(await account.control('GET /requests'))
  return readVisibleText(await openDashboardPages(account).read(`requests/${requests[0].id}`))
}

it('the explanation of every error code and of every cause links to an existing section', () => {
  const places = [
    ...errorCodes.map((code) => findSpecificationSection(code)?.href ?? code),
    magicValuesHref,
    faultModesHref,
  ]
  const missing = [...new Set(places)].filter((place) => {
    const [path = '', anchor] = place.split('#')
    return findGuide(path)?.sections.every((section) => section.anchor !== anchor) ?? true
  })
  expect(missing).toEqual([])
})

it.each([
  ['AUTH.RATE_LIMIT.EXCEEDED', '/docs/specification/limits#rate-limits'],
  ['AUTH.KEY.INSUFFICIENT_SCOPE', '/docs/specification/authentication#scopes'],
  ['RATE.EXPIRED', '/docs/specification/states#states-of-a-rate'],
  ['LABEL.NOT_FOUND', '/docs/specification/errors#codes'],
] as const)('findSpecificationSection finds the section for %s', (code, href) => {
  expect(findSpecificationSection(code)?.href).toBe(href)
})

it('findSpecificationSection finds no section for a code of the simulator', () => {
  expect(findSpecificationSection('REQUEST.ROUTE.NOT_FOUND')).toBeUndefined()
})
