import { describe, expect, it } from 'vitest'
import { buyCheapestLabel, createAccount } from '../../../../test/support/account.ts'
import {
  type DashboardPages,
  openDashboardPages,
  readVisibleText,
} from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

async function openLabel() {
  const account = await createAccount(simulator.url)
  const { id, tracking_number: number, carrier } = await buyCheapestLabel(account)
  const track = async () =>
    Object((await account.call('POST /v1/trackers', { tracking_number: number, carrier })).body)
  return { account, number, track, place: `shipments/${id}`, pages: openDashboardPages(account) }
}

/** Returns the tracking scripts of the outcomes for which a page has buttons. */
async function readOfferedScripts(pages: DashboardPages, place: string): Promise<readonly string[]> {
  const [row = ''] = /id="endings".*?name="do" value="script"/s.exec(await pages.read(place)) ?? []
  return [...row.matchAll(/name="script" value="(\w+)"/g)].map(([, script = '']) => script)
}

describe('the journey of a parcel', () => {
  it('the dashboard button "Hold it" holds a parcel immediately, and the page still offers to deliver, return or lose it', async () => {
    const { account, number, track, place, pages } = await openLabel()
    expect(await readOfferedScripts(pages, place)).toEqual(['delivered', 'held', 'returned', 'lost'])
    const page = readVisibleText(await pages.submit(place, 'end', { number, script: 'held' }))
    expect(page).toContain('The parcel is held at a pickup point. No tracker follows the parcel yet.')
    expect(page).toContain('Scans with the same time were reported at once')
    expect(await readOfferedScripts(pages, place)).toEqual(['delivered', 'returned', 'lost'])
    expect((await track()).status).toBe('exception')
    await account.advance('30d')
    expect(await readOfferedScripts(pages, place)).toEqual(['delivered', 'returned', 'lost'])
  })

  it.each(['delivered', 'returned'])(
    'the dashboard page of a %s parcel offers no further outcome, and refuses one from an old page',
    async (script) => {
      const { account, number, track, place, pages } = await openLabel()
      const other = openDashboardPages(account)
      const stale = await other.read(place)
      await account.advance('10h')
      const page = await pages.submit(place, 'end', { number, script })
      expect(readVisibleText(page).includes('Scans with the same time')).toBe(script === 'returned')
      expect(await readOfferedScripts(pages, place)).toEqual([])
      expect([stale, page].map((each) => each.includes('>Scan at carrier<'))).toEqual([true, false])
      expect(readVisibleText(await pages.read(place))).toContain('The journey has ended.')
      const events = (await track()).events.length
      expect(readVisibleText(await other.submit(place, 'end', { number, script: 'held' }, stale))).toContain(
        `The parcel ${number} can no longer be held.`,
      )
      expect((await track()).events).toHaveLength(events)
    },
  )
})
