import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { pythonText } from './python-text.ts'
import { shellText } from './shell-text.ts'
import { planSteps, type RecordedCall } from './steps.ts'
import { vitestText } from './vitest-text.ts'

const call = (given: Partial<RecordedCall>): RecordedCall => ({
  to: 'service',
  atMs: 0,
  method: 'POST',
  path: '/v1/rates',
  key: 'test',
  body: null,
  contentType: 'application/json',
  status: 200,
  response: {},
  ...given,
})

const hostile = `'; exit 9 # " $(exit 9) \`exit 9\` \${x} \\ \r\n""" ''' é 日本 😀 \u2028`
const test = (body: string) => ({
  seed: hostile,
  startsAt: '2030-01-01T00:00:00Z',
  steps: planSteps([call({ body })]),
  leftOut: 0,
})

describe('planSteps', () => {
  it('replaces an id of a response by a variable in later paths and bodies', () => {
    const [first, second, third] = planSteps([
      call({ response: { rates: [{ id: 'rate_abcdef' }, { id: 'rate_unused' }] } }),
      call({ path: '/v1/labels', body: '{"rate_id":"rate_abcdef"}', response: { id: 'label_abcdef' } }),
      call({ path: '/v1/labels/label_abcdef/void' }),
    ])
    expect(first?.saves).toEqual([{ place: ['rates', 0, 'id'], variable: 'id1' }])
    expect(second?.body).toEqual(['{"rate_id":"', { variable: 'id1' }, '"}'])
    expect(third?.path).toEqual(['/v1/labels/', { variable: 'id2' }, '/void'])
  })

  it('moves the clock by the time between two calls, but not by less than a second', () => {
    const steps = planSteps([call({}), call({ atMs: 999 }), call({ atMs: 1_500 }), call({ atMs: 1_600 })])
    expect(steps.map(({ seconds }) => seconds)).toEqual([0, 0, 1.5, 0])
  })

  it('checks an error code, failed carriers and a status, but no price', () => {
    const [refused, quoted] = planSteps([
      call({ status: 422, response: { error: { code: 'RATE.EXPIRED' }, status: 'x' } }),
      call({ response: { failed_carriers: [{}], status: 'purchased', amount_cents: 7 } }),
    ])
    expect(refused?.checks).toEqual([{ place: ['error', 'code'], value: 'RATE.EXPIRED' }])
    expect(quoted?.checks).toEqual([
      { place: ['status'], value: 'purchased' },
      { place: ['failed_carriers', 'length'], value: 1 },
    ])
  })

  it('checks nothing if a fault kept the response from the client', () => {
    expect(planSteps([call({ status: null, response: { status: 'purchased' } })])[0]?.checks).toEqual([])
  })
})

describe('a copied test with a hostile text', () => {
  it('a copied test writes a hostile text as one JavaScript literal', () => {
    const [, literal] = /"application\/json", ("[^\n]*")\)\n/.exec(vitestText(test(hostile))) ?? []
    expect(JSON.parse(literal ?? '')).toBe(hostile)
  })

  it('sends the same text from Python', () => {
    const program = `import sys\nsource = sys.stdin.buffer.read().decode().replace("unittest.main()", "pass")
source = source.replace("\\n\\nclass", "\\ndef send(*given): print(given[-1], end='', file=out) or 0; return 200, {}\\n\\nclass")
import io, os; os.environ["DRYDOCK_URL"] = ""; out = io.StringIO(); names = {"out": out, "__name__": "x"}
exec(source.replace("print(given[-1], end='', file=out) or 0;", "out.write(str(given[-1]) + chr(0));"), names)
names["CopiedTest"]("test_what_happened_in_the_account").test_what_happened_in_the_account()
sys.stdout.buffer.write(out.getvalue().encode())`
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: pythonText(test(hostile)) })
    expect(stderr.toString()).toBe('')
    expect(stdout.toString().split('\0')[1]).toBe(hostile)
  })

  it('sends the same text from a shell', () => {
    const source = shellText(test(hostile)).replace(
      'send PATCH',
      `send() { printf '%s\\0' "\${@: -1}"; status=200; }\nsend PATCH`,
    )
    const env = { ...process.env, DRYDOCK_URL: '', DRYDOCK_TEST_KEY: '' }
    const { stdout } = spawnSync('bash', ['-s'], { input: source, env })
    expect(stdout.toString().split('\0')[1]).toBe(hostile)
  })
})
