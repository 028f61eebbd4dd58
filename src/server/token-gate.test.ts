import { expect, it } from 'vitest'
import { TokenGate, type Verdict } from './token-gate.ts'

const token = 'sesame'
const own = '::ffff:127.0.0.1'
const stranger = '192.0.2.1'

/** Returns a token gate, its verdicts by name, and functions that sign in and that end the gate's latest pause. */
function openGate() {
  const ends: (() => void)[] = []
  const gate = new TokenGate(token, { wait: () => new Promise<void>((resolve) => ends.push(resolve)) })
  const verdicts: Record<string, Verdict> = {}
  const recordVerdict = async (name: string, judged: Promise<Verdict>): Promise<void> => {
    verdicts[name] = await judged
  }
  const signIn = (given: string, address = stranger, name = given): void => {
    void recordVerdict(name, gate.checkSignIn(address, given))
  }
  /** Ends the latest pause of the token gate. */
  const endPause = async (): Promise<void> => {
    ends.pop()?.()
    await waitForVerdicts()
  }
  return { gate, verdicts, signIn, endPause }
}

const waitForVerdicts = () => new Promise<void>((resolve) => setImmediate(resolve))

it('a sign-in to the dashboard waits for an earlier sign-in from the same IP address, but not for sign-ins from other addresses', async () => {
  const { signIn, verdicts, endPause } = openGate()
  signIn('wrong')
  signIn(token)
  signIn(token, '192.0.2.2', 'other address')
  await waitForVerdicts()
  expect(verdicts).toEqual({ 'other address': 'right' })
  await endPause()
  expect(verdicts).toEqual({ 'other address': 'right', wrong: 'wrong', [token]: 'right' })
})

it.each([own, stranger])(
  'a sign-in with the correct token to the dashboard from %s succeeds while ten wrong sign-ins wait',
  async (address) => {
    const { signIn, verdicts, endPause } = openGate()
    for (let n = 0; n <= 10; n += 1) signIn(`wrong ${n}`, address)
    signIn(token, address)
    await waitForVerdicts()
    expect(verdicts).toEqual({ 'wrong 1': 'busy' })
    await endPause()
    expect(verdicts).toEqual({ 'wrong 0': 'wrong', 'wrong 1': 'busy', [token]: 'right' })
  },
)

it('the dashboard refuses the wrong sign-ins of an IP address one by one, each after its own delay', async () => {
  const { signIn, verdicts, endPause } = openGate()
  for (let n = 0; n <= 5; n += 1) signIn(`wrong ${n}`)
  for (let n = 1; n <= 6; n += 1) {
    await endPause()
    expect(Object.values(verdicts)).toEqual(Array.from({ length: n }, () => 'wrong'))
  }
})

it("the dashboard refuses a sign-in while a hundred others wait, except a sign-in from the simulator's own machine", async () => {
  const { signIn, verdicts } = openGate()
  for (let n = 0; n <= 100; n += 1) {
    signIn('wrong', `198.51.100.${n}`, `first ${n}`)
    signIn(token, `198.51.100.${n}`, `second ${n}`)
  }
  signIn('wrong', own, 'own wrong')
  signIn(token, own, 'own correct')
  await waitForVerdicts()
  expect(verdicts).toEqual({ 'second 100': 'busy' })
})

it('the refusal of a control call is delayed if its address has sent a hundred wrong control tokens since the last correct one', async () => {
  const { gate, endPause } = openGate()
  const sendWrongTokens = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) expect(await gate.checkToken(stranger, 'wrong')).toBe('wrong')
  }
  await sendWrongTokens(99)
  expect(await gate.checkToken(stranger, token)).toBe('right')
  await sendWrongTokens(100)
  const judged: Verdict[] = []
  for (const given of ['wrong', token]) void gate.checkToken(stranger, given).then((one) => judged.push(one))
  await waitForVerdicts()
  expect(judged).toEqual([])
  expect(await gate.checkToken('192.0.2.2', token)).toBe('right')
  await endPause()
  expect(judged.sort()).toEqual(['right', 'wrong'])
  await sendWrongTokens(100)
})
