import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { writePythonTest } from './python-text.ts'
import { writeShellTest } from './shell-text.ts'
import { planTestSteps, type RecordedCall } from './steps.ts'
import { writeVitestTest } from './vitest-text.ts'

const createCall = (given: Partial<RecordedCall>): RecordedCall => ({
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
const createHostileTest = (body: string) => ({
  seed: hostile,
  startsAt: '2030-01-01T00:00:00Z',
  steps: planTestSteps([createCall({ body })]),
  leftOut: 0,
})

describe('planTestSteps', () => {
  it('planTestSteps makes a test with a variable for an id of a response that later requests use', () => {
    const [first, second, third] = planTestSteps([
      createCall({ response: { rates: [{ id: 'rate_abcdef' }, { id: 'rate_unused' }] } }),
      createCall({ path: '/v1/labels', body: '{"rate_id":"rate_abcdef"}', response: { id: 'label_abcdef' } }),
      createCall({ path: '/v1/labels/label_abcdef/void' }),
    ])
    expect(first?.saves).toEqual([{ place: ['rates', 0, 'id'], variable: 'id1' }])
    expect(second?.body).toEqual(['{"rate_id":"', { variable: 'id1' }, '"}'])
    expect(third?.path).toEqual(['/v1/labels/', { variable: 'id2' }, '/void'])
  })

  it('planTestSteps makes a test that advances the clock between two calls if they were at least a second apart', () => {
    const steps = planTestSteps([
      createCall({}),
      createCall({ atMs: 999 }),
      createCall({ atMs: 1_500 }),
      createCall({ atMs: 1_600 }),
    ])
    expect(steps.map(({ seconds }) => seconds)).toEqual([0, 0, 1.5, 0])
  })

  it('planTestSteps makes a test that checks an error code, failed carriers and a status, but no price', () => {
    const [refused, quoted] = planTestSteps([
      createCall({ status: 422, response: { error: { code: 'RATE.EXPIRED' }, status: 'x' } }),
      createCall({ response: { failed_carriers: [{}], status: 'purchased', amount_cents: 7 } }),
    ])
    expect(refused?.checks).toEqual([{ place: ['error', 'code'], value: 'RATE.EXPIRED' }])
    expect(quoted?.checks).toEqual([
      { place: ['status'], value: 'purchased' },
      { place: ['failed_carriers', 'length'], value: 1 },
    ])
  })

  it('planTestSteps plans no checks for a request whose response a fault lost', () => {
    expect(
      planTestSteps([createCall({ status: null, response: { status: 'purchased' } })])[0]?.checks,
    ).toEqual([])
  })
})

describe('a copied test with a hostile text', () => {
  it('a vitest test copied from the dashboard contains a hostile text as one JavaScript literal', () => {
    const [, literal] =
      /"application\/json", ("[^\n]*")\)\n/.exec(writeVitestTest(createHostileTest(hostile))) ?? []
    expect(JSON.parse(literal ?? '')).toBe(hostile)
  })

  it('a Python test copied from the dashboard sends a hostile text unchanged', () => {
    const program = `import sys\nsource = sys.stdin.buffer.read().decode().replace("unittest.main()", "pass")
source = source.replace("\\n\\nclass", "\\ndef send(*given): print(given[-1], end='', file=out) or 0; return 200, {}\\n\\nclass")
import io, os; os.environ["DRYDOCK_URL"] = ""; out = io.StringIO(); names = {"out": out, "__name__": "x"}
exec(source.replace("print(given[-1], end='', file=out) or 0;", "out.write(str(given[-1]) + chr(0));"), names)
names["CopiedTest"]("test_requests_of_the_account").test_requests_of_the_account()
sys.stdout.buffer.write(out.getvalue().encode())`
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      input: writePythonTest(createHostileTest(hostile)),
    })
    expect(stderr.toString()).toBe('')
    expect(stdout.toString().split('\0')[1]).toBe(hostile)
  })

  it('a shell script copied from the dashboard sends a hostile text unchanged', () => {
    const source = writeShellTest(createHostileTest(hostile)).replace(
      'send PATCH',
      `send() { printf '%s\\0' "\${@: -1}"; status=200; }\nsend PATCH`,
    )
    const env = { ...process.env, DRYDOCK_URL: '', DRYDOCK_TEST_KEY: '' }
    const { stdout } = spawnSync('bash', ['-s'], { input: source, env })
    expect(stdout.toString().split('\0')[1]).toBe(hostile)
  })
})
