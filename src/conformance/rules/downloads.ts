import type { Answer } from '../answer.ts'
import { expectError, expectThat } from '../expect.ts'
import { pathOf } from '../operation.ts'
import type { Rule } from '../rule.ts'
import { active } from './active.ts'
import { nobodys } from './requests.ts'

const endpoint = 'GET /v1/labels/{id}/download'
const section = 'Endpoints'

const downloadOf = (id: string): string => `${pathOf('getLabel', id)}/download`

function expectPdf(answer: Answer): void {
  const start = answer.body.subarray(0, 5).toString('latin1')
  expectThat(answer.status === 200 && start === '%PDF-', {
    expected: '200 with a PDF',
    actual: `${answer.status} with ${JSON.stringify(start)}`,
    answer,
  })
}

export const downloadRules: readonly Rule[] = [
  active({
    id: 'PDF-001',
    title: 'The PDF of a label is served at its download.',
    section,
    endpoint,
    sends: 'A purchase, and the download of its label.',
    requests: { createRates: 1, buyLabel: 1, other: 1 },
    run: async (t) => {
      const { id } = await t.setup.label()
      expectPdf(await t.send({ method: 'GET', path: downloadOf(id), key: 'test' }))
    },
  }),
  active({
    id: 'PDF-002',
    title: 'The PDF of a label is not given to a request without a key.',
    section,
    endpoint,
    sends: 'The download of a label with a key, then without.',
    requests: { createRates: 1, buyLabel: 1, other: 2 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const open = await t.send({ method: 'GET', path: downloadOf(id), key: 'test' })
      await t.setup.of('The download with a key', async () => expectPdf(open))
      expectError(await t.send({ method: 'GET', path: downloadOf(id) }), 'AUTH.KEY.MISSING')
    },
  }),
  active({
    id: 'PDF-003',
    title: 'The PDF of a label that is not there is not found.',
    section: 'Errors',
    endpoint,
    basis: 'derived',
    sends: 'The download of a label, then of an id that nobody was given.',
    requests: { createRates: 1, buyLabel: 1, other: 2 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const open = await t.send({ method: 'GET', path: downloadOf(id), key: 'test' })
      await t.setup.of('The download of a label', async () => expectPdf(open))
      const path = downloadOf(nobodys.label)
      expectError(await t.send({ method: 'GET', path, key: 'test' }), 'LABEL.NOT_FOUND')
    },
  }),
  active({
    id: 'PDF-004',
    title: 'The label_url of a live label leads to its PDF.',
    section: 'Resources and their fields',
    endpoint,
    basis: 'table',
    sends: 'A live purchase, and what its label_url leads to.',
    needs: ['key:live', 'spend'],
    charges: 1,
    requests: { createRates: 1, buyLabel: 1, other: 1 },
    run: async (t) => {
      const { labelUrl } = await t.setup.label({ key: 'live' })
      expectPdf(await t.send({ method: 'GET', path: labelUrl, key: 'live' }))
    },
  }),
]
