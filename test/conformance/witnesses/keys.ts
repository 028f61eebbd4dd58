import { type Client, pair, single, type Witness } from './world.ts'

const test = { environment: 'test' } as const
const narrow = (a: Client, ...scopes: readonly string[]) => a.key({ environment: 'test', scopes })
const isIn = async (key: { get(path: string): Promise<{ status: number }> }): Promise<boolean> =>
  (await key.get('/wallet')).status < 300

export const keyWitnesses: Readonly<Record<string, Witness>> = {
  'revoked-key-back-next-day': single('security', async (w) => {
    const a = await w.client()
    const key = await a.key(test)
    await a.revoke(key)
    await key.get('/wallet')
    await a.advance('25h')
    return isIn(key)
  }),
  'one-revoked-key-at-a-time': pair('security', async (w) => {
    const a = await w.client()
    const key = await a.key(test)
    await a.revoke(key)
    await a.revoke(await a.key(test))
    return isIn(key)
  }),
  'key-in-use-outlives-expiry': pair('boundaries', async (w) => {
    const a = await w.client()
    const key = await a.shortKey('test', 60_000)
    await a.advance('55s')
    await key.get('/wallet')
    await a.advance('8s')
    return isIn(key)
  }),
  'key-expires-a-second-late': single('boundaries', async (w) => {
    const a = await w.client()
    const key = await a.shortKey('test', 60_000)
    await a.advance('61s')
    return isIn(key)
  }),
  'expired-key-back-next-week': single('security', async (w) => {
    const a = await w.client()
    const key = await a.shortKey('test', 60_000)
    await a.advance('8d')
    return isIn(key)
  }),
  'key-expires-20-seconds-early': single('boundaries', async (w) => {
    const a = await w.client()
    const key = await a.shortKey('test', 60_000)
    await a.advance('50s')
    return !(await isIn(key))
  }),
  'revoked-key-unknown-next-day': single('boundaries', async (w) => {
    const a = await w.client()
    const key = await a.key(test)
    await a.revoke(key)
    await key.get('/wallet')
    await a.advance('25h')
    return (await key.get('/wallet')).code === 'AUTH.KEY.INVALID'
  }),
  'expired-key-unknown-next-day': single('boundaries', async (w) => {
    const a = await w.client()
    const key = await a.shortKey('test', 60_000)
    await a.advance('2m')
    await key.get('/wallet')
    await a.advance('25h')
    return (await key.get('/wallet')).code === 'AUTH.KEY.INVALID'
  }),
  'live-revocation-ends-test-keys': pair('state', async (w) => {
    const a = await w.client()
    await a.revoke(await a.key({ environment: 'live' }))
    return !(await isIn(a.test))
  }),
  'expiry-of-newest-key-for-older': pair('state', async (w) => {
    const a = await w.client()
    const older = await a.key(test)
    await a.shortKey('test', 60_000)
    await a.advance('2m')
    return !(await isIn(older))
  }),
  'key-scopes-accumulate': pair('state', async (w) => {
    const a = await w.client()
    await (await narrow(a, 'rates:read')).get('/wallet')
    const { json } = await (await narrow(a, 'labels:read')).get('/wallet')
    return json.error.key_scopes.length !== 1
  }),
  'newest-key-narrows-older': pair('state', async (w) => {
    const a = await w.client()
    const key = await a.key(test)
    await narrow(a, 'rates:read')
    return !(await isIn(key))
  }),
  'key-after-revocation-unscoped': pair('security', async (w) => {
    const a = await w.client()
    await a.revoke(await a.key(test))
    return isIn(await narrow(a, 'rates:read'))
  }),
  'expired-key-back-with-new-one': pair('security', async (w) => {
    const a = await w.client()
    const key = await a.shortKey('test', 60_000)
    await a.advance('2m')
    await a.key(test)
    return isIn(key)
  }),
}
