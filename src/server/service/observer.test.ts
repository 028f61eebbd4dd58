import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { TestClient } from '../../../test/support/test-client.ts'
import { type ServedExchange, startDrydock } from '../../index.ts'

test.each([
  [
    'throws',
    () => {
      throw new Error('of the observer')
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the observer'))],
])('the listener onExchange that %s changes no response, and its error is reported once', async (_, fail) => {
  const heard: string[] = []
  const notices: string[] = []
  await using dock = await startDrydock({
    onExchange: ({ path }) => {
      heard.push(path)
      return fail()
    },
    onNotice: (text) => {
      notices.push(text)
      throw new Error('of the other')
    },
  })
  const before = heard.length
  const client = new TestClient(dock.url)
  const [one, two] = [await client.send({ path: '/v1/nothing' }), await client.send({ path: '/v1/nothing' })]
  expect([one.status, two.status]).toEqual([404, 404])
  expect(heard.slice(before)).toEqual(['/v1/nothing', '/v1/nothing'])
  expect(notices).toEqual(['onExchange failed, which changed no response: Error: of the observer'])
})

const wordless = Object.create(null)

test.each([
  [
    'rejects with a value without a message',
    () => Promise.reject(wordless),
    'the thrown value has no message',
  ],
  [
    'rejects with a promise of another realm',
    () => runInNewContext("Promise.reject(new Error('late'))"),
    'Error: late',
  ],
  [
    'returns an object whose field `then` throws when it is read',
    () => Object.defineProperty({}, 'then', { get: () => throwError(new Error('looked at')) }),
    'Error: looked at',
  ],
  ['throws a value without a message', () => throwError(wordless), 'the thrown value has no message'],
  [
    'tries to change the exchange that it receives',
    ({ decidedBy }: ServedExchange) => [decidedBy].flat().length + Reflect.apply([].push, decidedBy, ['me']),
    'TypeError: Cannot add property 0, object is not extensible',
  ],
])(
  'the listener onExchange that %s does not disturb the simulator, and a notice reports it',
  async (_, onExchange, words) => {
    const notices: string[] = []
    await using dock = await startDrydock({ onExchange, onNotice: (text) => notices.push(text) })
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await new TestClient(dock.url).send({ path: '/v1/nothing' })
      expect([status, Object(body).error.code]).toEqual([404, 'REQUEST.ROUTE.NOT_FOUND'])
    }
    expect(notices).toEqual([`onExchange failed, which changed no response: ${words}`])
    const [first] = await dock.requests.list()
    expect(first?.decided_by).toEqual([])
  },
)

test('an error that the callback onNotice throws is printed once on stderr', async () => {
  const printed: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  await using dock = await startDrydock({
    onExchange: ({ status }) => throwError(new Error(`of ${status}`)),
    onNotice: () => throwError(wordless),
  })
  for (const path of ['/v1/nothing', '/v1/wallet', '/v1/nothing'])
    expect((await new TestClient(dock.url).send({ path })).status).toBeGreaterThan(400)
  write.mockRestore()
  expect(printed).toEqual([
    'drydock: onNotice failed, which changed no response: the thrown value has no message\n',
  ])
})

function throwError(error: unknown): never {
  throw error
}
