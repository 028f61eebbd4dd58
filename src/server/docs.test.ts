import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { TestClient } from '../../test/support/test-client.ts'
import { errorCodes, simulatorErrorCodes } from '../simulator/specification/errors.ts'
import { type DrydockServer, startDrydockServer } from './drydock-server.ts'

const envelope = z.object({
  error: z.object({ code: z.string(), suggestion: z.string(), docs_url: z.string() }),
})

let open: DrydockServer
let uncontrolled: DrydockServer
beforeAll(async () => {
  open = await startDrydockServer({ port: 0 })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
})
afterAll(() => Promise.all([open.close(), uncontrolled.close()]))

async function pageOf({ url }: DrydockServer, path: string) {
  const { status, bytes } = await new TestClient(url).send({ path })
  return { status, text: bytes.toString() }
}

async function refusalOf({ url }: DrydockServer, path: string) {
  const { status, body } = await new TestClient(url).send({ path })
  return { status, ...envelope.parse(body).error }
}

it('has a section and a page for every code that can be answered', async () => {
  const { text: all } = await pageOf(open, '/docs/errors')
  for (const code of [...errorCodes, ...simulatorErrorCodes]) {
    expect(all.split(`<section id="${code}">`)).toHaveLength(2)
    const page = await pageOf(open, `/docs/errors/${code}`)
    expect([code, page.status]).toEqual([code, 200])
    expect(page.text).toMatch(/<b>Where:<\/b> \w.*<b>To meet it here:<\/b> \w/s)
  }
})

it("sets the simulator's own errors apart from the service's", async () => {
  const { text: all } = await pageOf(open, '/docs/errors')
  const [service = '', own = ''] = all.split("The simulator's own errors")
  for (const code of errorCodes) expect(service).toContain(`id="${code}"`)
  for (const code of simulatorErrorCodes) expect(own).toContain(`id="${code}"`)
})

it.each(['/nowhere', '/v1/nowhere', '/_drydock/nowhere', '/docs/errors/NONE'])(
  'tells whoever asks for %s what there is',
  async (path) => {
    const refusal = await refusalOf(open, path)
    expect(refusal).toMatchObject({ status: 404, code: 'REQUEST.ROUTE.NOT_FOUND' })
    expect(refusal.suggestion).toMatch(/\/v1\..* \/docs\/errors and the control protocol at \/_drydock\.$/)
    const page = await new TestClient(refusal.docs_url.replace('#', '/')).send({})
    expect(page.status).toBe(200)
  },
)

it('points to no control protocol where there is none', async () => {
  expect((await refusalOf(uncontrolled, '/nowhere')).suggestion).toMatch(/ at \/docs\/errors\.$/)
})
