import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ratesBody } from '../../../test/support/labels/parcels.ts'
import { readHeader, TestClient, type TestRequest } from '../../../test/support/test-client.ts'
import { type DrydockServer, startDrydockServer } from '../drydock-server.ts'
import { dashboardPages } from './pages.ts'

const token = 'only-for-this-test'
const clock = { mode: 'frozen', rate: 1, nowMs: Date.UTC(2030, 2, 4, 12) } as const

let open: DrydockServer
let locked: DrydockServer
beforeAll(async () => {
  open = await startDrydockServer({ port: 0, clock })
  locked = await startDrydockServer({ port: 0, clock, controlToken: token })
})
afterAll(() => Promise.all([open.close(), locked.close()]))

const time = '/dashboard/default/time'
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

function sendTo({ url }: DrydockServer, question: TestRequest) {
  return new TestClient(url).send(question)
}

function postForm(
  server: DrydockServer,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: TestRequest['headers'] = {},
) {
  const raw = new URLSearchParams({ ...fields }).toString()
  return sendTo(server, { method: 'POST', path, raw, headers: { ...formType, ...headers } })
}

/** Returns the form token that a page has in the form of an action. */
async function readFormToken(action: string, page = time): Promise<string> {
  const { bytes } = await sendTo(open, { path: page })
  const [, found = ''] =
    new RegExp(
      `action="${page}"[^>]*><input type="hidden" name="do" value="${action}"/><input type="hidden" name="token" value="([^"]+)"`,
    ).exec(bytes.toString()) ?? []
  return found
}

async function readClock(): Promise<string> {
  return Object(await new TestClient(open.url).read({ path: '/_drydock/accounts/default/clock' })).now
}

describe('a form', () => {
  it('submitting a dashboard form runs its action and redirects to a page that shows the result only the first time', async () => {
    const before = Date.parse(await readClock())
    const answer = await postForm(open, time, {
      do: 'advance',
      by: ' 1h ',
      token: await readFormToken('advance'),
    })
    expect(answer.status).toBe(303)
    expect(Date.parse(await readClock()) - before).toBe(3_600_000)
    const { pathname, searchParams, search, hash } = new URL(readHeader(answer, 'Location'), open.url)
    expect([pathname, hash]).toEqual([time, '#happened'])
    expect(Date.parse(searchParams.get('since') ?? '')).toBe(before)
    const place = pathname + search
    const hasMessage = async () =>
      (await sendTo(open, { path: place })).bytes.toString().includes('The clock is now at ')
    expect([await hasMessage(), await hasMessage()]).toEqual([true, false])
  })

  it('a refused dashboard form keeps the typed values and shows the error at the refused field', async () => {
    const before = await readClock()
    const answer = await postForm(open, time, {
      do: 'preview',
      by: '<soon>',
      token: await readFormToken('preview'),
    })
    const page = answer.bytes.toString()
    expect(answer.status).toBe(422)
    expect(page).toContain('value="&lt;soon&gt;"')
    expect(page).toMatch(/id="preview-by-error"><p>[^<]*must be a duration/)
    expect(await readClock()).toBe(before)
  })

  it.each([
    ['no form token', undefined],
    ['a made-up form token', 'AAAA'],
  ])('the dashboard refuses a form with %s and changes nothing', async (_, forged) => {
    const before = await readClock()
    const fields = { do: 'advance', by: '1h', ...(forged !== undefined && { token: forged }) }
    const answer = await postForm(open, time, fields)
    expect(answer.status).toBe(403)
    expect(answer.bytes.toString()).toContain('This form is out of date')
    expect(await readClock()).toBe(before)
  })

  it('the dashboard refuses a form with the form token of another form and changes nothing', async () => {
    const before = await readClock()
    const token = await readFormToken('freeze')
    expect(token).not.toBe('')
    expect((await postForm(open, time, { do: 'advance', by: '1h', token })).status).toBe(403)
    expect((await postForm(open, time, { do: 'constructor', token })).status).toBe(404)
    expect(await readClock()).toBe(before)
  })

  it('the dashboard refuses a form that a page of another site sends, even with all fields', async () => {
    const before = await readClock()
    const fields = { do: 'advance', by: '1h', token: await readFormToken('advance') }
    expect((await postForm(open, time, fields, { Origin: 'http://evil.test' })).status).toBe(403)
    expect((await postForm(open, time, fields, { Origin: 'null' })).status).toBe(403)
    expect(await readClock()).toBe(before)
  })
})

describe('a secret', () => {
  /** Submits a form of a page, and returns the page with the result as it is loaded first, and again. */
  const submitAndReadTwice = async (
    path: string,
    action: string,
    fields: Readonly<Record<string, string>>,
  ) => {
    const answer = await postForm(open, path, {
      do: action,
      token: await readFormToken(action, path),
      ...fields,
    })
    const place = readHeader(answer, 'Location')
    const show = async () => (await sendTo(open, { path: place })).bytes.toString()
    return [await show(), await show()]
  }

  it('the keys page of the dashboard shows the value of a new key once, and the key has the ticked scopes', async () => {
    const [first = '', then = ''] = await submitAndReadTwice('/dashboard/default/keys', 'create', {
      environment: 'test',
      expires_at: '2030-03-05 12:00',
      'rates:read': 'on',
    })
    const [value = ''] = /pr_test_[0-9a-f]{32}/.exec(first) ?? []
    expect(value).not.toBe('')
    expect(then).not.toContain(value)
    expect(then).toContain(`pr_test_…${value.slice(-4)}`)
    const { keys } = Object(await new TestClient(open.url).read({ path: '/_drydock/accounts/default/keys' }))
    expect(keys.at(-1)).toMatchObject({ scopes: ['rates:read'], expires_at: '2030-03-05T12:00:00.000Z' })
  })

  it('the webhook page of the dashboard shows the signing secret once, and again on request', async () => {
    const page = '/dashboard/default/webhooks'
    const secret = 'whsec_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
    const [first, then] = await submitAndReadTwice(page, 'set', { url: 'http://127.0.0.1:9/' })
    expect(first).toContain(secret)
    expect(then).not.toContain(secret)
    expect(then).toContain('whsec_…d0c0')
    const [again, last] = await submitAndReadTwice(page, 'secret', {})
    expect(again).toContain(secret)
    expect(last).not.toContain(secret)
  })
})

it('a dashboard list of more than 100 records has pages of 100 rows', async () => {
  const path = '/dashboard/many/keys'
  const post = (to: string, body: object) =>
    sendTo(open, { method: 'POST', path: `/_drydock/accounts${to}`, body })
  await post('', { id: 'many' })
  for (let made = 0; made < 199; made += 1) await post('/many/keys', { environment: 'test' })
  const read = async (query: string) => (await sendTo(open, { path: path + query })).bytes.toString()
  const findRowIds = (html: string) => html.match(/<tr id="key_\w+"/g) ?? []
  const [first, second, third] = [await read(''), await read('?page=2'), await read('?page=3')]
  expect([findRowIds(first), findRowIds(second), findRowIds(third)].map(({ length }) => length)).toEqual([
    100, 100, 1,
  ])
  expect(new Set([first, second, third].flatMap(findRowIds)).size).toBe(201)
  expect(first).toContain(`href="${path}?page=2#key-list">Older`)
  expect(first).not.toContain('Newer')
  expect(third).toContain(`href="${path}?page=2#key-list">Newer`)
  expect(third).not.toContain('Older')
  expect(findRowIds(await read('?page=99'))).toEqual(findRowIds(third))
})

it('a refused dashboard form shows the error of a nested field at the nested field', async () => {
  const path = '/dashboard/default/wallet'
  const fields = { 'auto_reload.threshold_cents': '-1', 'auto_reload.amount_cents': '4.99' }
  const answer = await postForm(open, path, {
    do: 'reload',
    token: await readFormToken('reload', path),
    ...fields,
  })
  expect(answer.status).toBe(422)
  expect(answer.bytes.toString()).toMatch(
    /id="reload-auto_reload.amount_cents-error"><p>Pay in must be at least \$5\.00/,
  )
  expect(answer.bytes.toString()).toMatch(/threshold_cents-error"><p>Below must be at least \$0\.00/)
})

describe('with a control token', () => {
  const paths = [
    '/dashboard',
    '/dashboard/default',
    ...dashboardPages.map(({ path }) => `/dashboard/default/${path}`),
  ]

  const buildSignInPath = (path: string) =>
    path === '/dashboard' ? '/dashboard/sign-in' : '/dashboard/sign-in?account=default'

  it.each([...paths, '/dashboard/default/ticks', '/dashboard/default/shipments/lbl_1/label.pdf'])(
    'the dashboard path %s redirects to the sign-in page without a session',
    async (path) => {
      for (const headers of [{}, { Cookie: 'drydock-session-1=x' }, { Authorization: `Bearer ${token}` }]) {
        const answer = await sendTo(locked, { path, headers })
        expect([answer.status, answer.headers.location]).toEqual([303, buildSignInPath(path)])
      }
      expect((await postForm(locked, path, { do: 'freeze' })).headers.location).toBe(buildSignInPath(path))
    },
  )

  it('after signing in, the dashboard shows the account whose page was requested before', async () => {
    const path = '/dashboard/sign-in?account=pr-7'
    const form = (await sendTo(locked, { path })).bytes.toString()
    expect(form).toContain(`action="${path}"`)
    const [, own = ''] = /name="token" value="([^"]+)"/.exec(form) ?? []
    expect((await postForm(locked, path, { token: own, control_token: 'wrong' })).bytes.toString()).toContain(
      `action="${path}"`,
    )
    const signedIn = await postForm(locked, path, { token: own, control_token: token })
    expect(signedIn.headers.location).toBe('/dashboard/pr-7')
    const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
    const again = await sendTo(locked, { path, headers: { Cookie: cookie.split(';')[0] ?? '' } })
    expect(again.headers.location).toBe('/dashboard/pr-7')
    const outside = await sendTo(locked, { path: '/dashboard/sign-in?account=//elsewhere.test' })
    expect(outside.bytes.toString()).toContain('action="/dashboard/sign-in?account=%2F%2Felsewhere.test"')
  })

  it('signing in to the dashboard with the correct control token gives a cookie that opens all pages', async () => {
    const form = (await sendTo(locked, { path: '/dashboard/sign-in' })).bytes.toString()
    const [, own = ''] = /name="token" value="([^"]+)"/.exec(form) ?? []
    const signIn = (control_token: string, formToken = own) =>
      postForm(locked, '/dashboard/sign-in', { token: formToken, control_token })
    expect((await signIn('wrong')).status).toBe(422)
    expect((await signIn(token, 'forged')).status).toBe(422)
    const answer = await signIn(token)
    expect([answer.status, answer.headers.location]).toEqual([303, '/dashboard'])
    const [cookie = ''] = answer.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^drydock-session-\d+=[\w-]+; Path=\/dashboard; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(token)
    const [pair = ''] = cookie.split(';')
    const page = await sendTo(locked, { path: time, headers: { Cookie: pair } })
    expect(page.status).toBe(200)
    const [, leave = ''] =
      /sign-out\?account=default"><input[^>]* value="([^"]+)"/.exec(page.bytes.toString()) ?? []
    expect((await postForm(locked, '/dashboard/sign-out', { token: own })).status).toBe(403)
    const left = await postForm(locked, '/dashboard/sign-out', { token: leave }, { Cookie: pair })
    expect([left.status, left.headers.location]).toEqual([303, '/dashboard/sign-in'])
    expect(left.headers['set-cookie']).toEqual(
      ['/dashboard', '/docs'].map(
        (path) => `${pair.split('=')[0]}=; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=0`,
      ),
    )
    expect((await sendTo(open, { path: time })).bytes.toString()).not.toContain('Sign out')
    expect(page.bytes.toString()).toMatch(
      /curl [^<]*\/clock\/advance -H &quot;Authorization: Bearer \$\{DRYDOCK_CONTROL_TOKEN\}&quot;/,
    )
    expect(page.bytes.toString()).toMatch(/DRYDOCK_CONTROL_TOKEN:\?Run first: [^\n]*\ncurl -X/)
    expect(page.bytes.toString()).toMatch(/DRYDOCK_CONTROL_TOKEN:\?Run first: [^\n]*\ndrydock clock /)
    expect((await sendTo(open, { path: time })).bytes.toString()).not.toContain('CONTROL_TOKEN')
    // The control protocol does not accept the session cookie in place of the control token.
    expect((await sendTo(locked, { path: '/_drydock/accounts', headers: { Cookie: pair } })).status).toBe(401)
  })
})

describe('a session', () => {
  const signInPath = '/dashboard/sign-in'
  const readFormTokenWith = async (path: string, headers: TestRequest['headers'] = {}): Promise<string> => {
    const page = (await sendTo(locked, { path, headers })).bytes.toString()
    const form = path === signInPath ? page : page.slice(page.indexOf('action="/dashboard/sign-out?'))
    return /name="token" value="([^"]+)"/.exec(form)?.[1] ?? ''
  }
  const signIn = async (control_token = token) =>
    postForm(locked, signInPath, { token: await readFormTokenWith(signInPath), control_token })
  const readSessionCookie = (answer: Awaited<ReturnType<typeof signIn>>): string =>
    answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const readStatusWith = async (Cookie: string) =>
    (await sendTo(locked, { path: time, headers: { Cookie } })).status

  it('signing out ends the dashboard session on the server and leaves other sessions open', async () => {
    const [first, second] = [readSessionCookie(await signIn()), readSessionCookie(await signIn())]
    expect(first).not.toBe(second)
    expect([await readStatusWith(first), await readStatusWith(second)]).toEqual([200, 200])
    await postForm(
      locked,
      '/dashboard/sign-out',
      { token: await readFormTokenWith(time, { Cookie: first }) },
      { Cookie: first },
    )
    expect([await readStatusWith(first), await readStatusWith(second)]).toEqual([303, 200])
  })

  it('a dashboard session refuses the form tokens of another session', async () => {
    const [first, second] = [readSessionCookie(await signIn()), readSessionCookie(await signIn())]
    const page = (await sendTo(locked, { path: time, headers: { Cookie: first } })).bytes.toString()
    const findTokenAfter = (before: string): string =>
      new RegExp(`${before}<input type="hidden" name="token" value="([^"]+)"`).exec(page)?.[1] ?? ''
    const freeze = { do: 'freeze', token: findTokenAfter('name="do" value="freeze"/>') }
    const leave = { token: findTokenAfter(String.raw`action="/dashboard/sign-out\?account=default">`) }
    const postForStatus = async (path: string, fields: Record<string, string>, Cookie: string) =>
      (await postForm(locked, path, fields, { Cookie })).status
    expect(await postForStatus(time, freeze, second)).toBe(403)
    expect(await postForStatus('/dashboard/sign-out', leave, second)).toBe(403)
    expect([await readStatusWith(first), await readStatusWith(second)]).toEqual([200, 200])
    expect(await postForStatus(time, freeze, first)).toBe(303)
    expect(await postForStatus('/dashboard/sign-out', leave, first)).toBe(303)
  })

  it('the end of a dashboard session ends the event streams of its pages', async () => {
    const [first, second] = [readSessionCookie(await signIn()), readSessionCookie(await signIn())]
    const ended: string[] = []
    const readEventStream = async (Cookie: string): Promise<void> => {
      const { status } = await sendTo(locked, { path: '/dashboard/default/ticks', headers: { Cookie } })
      ended.push(`${status} ${Cookie}`)
    }
    const [ofFirst, ofSecond] = [readEventStream(first), readEventStream(second)]
    const token = await readFormTokenWith(time, { Cookie: first })
    await postForm(locked, '/dashboard/sign-out', { token }, { Cookie: first })
    await ofFirst
    expect(ended).toEqual([`200 ${first}`])
    await postForm(
      locked,
      '/dashboard/sign-out',
      { token: await readFormTokenWith(time, { Cookie: second }) },
      { Cookie: second },
    )
    await ofSecond
  })

  it('opening a dashboard session beyond 1,000 ends the oldest session', async () => {
    const cookies: string[] = []
    for (let n = 0; n <= 1_000; n += 1) cookies.push(readSessionCookie(await signIn()))
    expect([await readStatusWith(cookies[0] ?? ''), await readStatusWith(cookies[1] ?? '')]).toEqual([
      303, 200,
    ])
  })

  it('a dashboard session ends by itself after twelve hours of real time', async () => {
    const cookie = readSessionCookie(await signIn())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 - 10_000 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await readStatusWith(cookie)).toBe(200)
    vi.setSystemTime(Date.now() + 10_000)
    expect(await readStatusWith(cookie)).toBe(303)
  })

  it('a dashboard session ends with the process, and another simulator with the same control token refuses the session', async () => {
    const cookie = readSessionCookie(await signIn())
    const other = await startDrydockServer({ port: 0, controlToken: token })
    const name = `drydock-session-${new URL(other.url).port}`
    const headers = { Cookie: `${name}=${cookie.split('=')[1]}` }
    expect((await sendTo(other, { path: time, headers })).status).toBe(303)
    await other.close()
  })

  it('a sign-in to the dashboard with the correct token succeeds within a second after wrong sign-ins, each of which is delayed by a second', async () => {
    const startedAt = performance.now()
    const wrong = await Promise.all([signIn('a'), signIn('b'), signIn('c')])
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
    expect((await signIn()).status).toBe(303)
  })
})

it.each(['/dashboard/', '/dashboard/default/', '/dashboard/default/time/'])(
  'the dashboard is also served at %s',
  async (path) => {
    expect((await sendTo(open, { path })).status).toBe(path === '/dashboard/' ? 302 : 200)
  },
)

it('the account switcher of the dashboard lists the default and the twenty newest accounts, and accepts the id of any other account', async () => {
  const client = new TestClient(open.url)
  const ids = await Promise.all(
    Array.from({ length: 23 }, (_, index) =>
      client.read({ method: 'POST', path: '/_drydock/accounts', body: { id: `acc_of_many_${index}` } }),
    ),
  ).then((made) => made.map((each) => String(Object(each).id)))
  try {
    const page = (await sendTo(open, { path: '/dashboard/default/keys' })).bytes.toString()
    const [bar = ''] = /<details class="switcher">.*?<\/details>/s.exec(page) ?? []
    const listed = [...bar.matchAll(/href="\/dashboard\/(\w+)"/g)].map(([, id]) => id)
    expect(listed).toHaveLength(21)
    expect(listed[0]).toBe('default')
    expect(bar).toMatch(/And \d+ older accounts: by id/)
    const hidden = ids.find((id) => !listed.includes(id))
    const answer = await sendTo(open, { path: `/dashboard?account=${hidden}` })
    expect([answer.status, answer.headers.location]).toEqual([302, `/dashboard/${hidden}`])
    expect((await sendTo(open, { path: '/dashboard?account=nobody' })).status).toBe(404)
  } finally {
    for (const id of ids) await client.send({ method: 'DELETE', path: `/_drydock/accounts/${id}` })
  }
})

it('only pages of this server can show the PDF of a label in a frame, and the PDF is not logged as a request of the service', async () => {
  const { url } = open
  const client = new TestClient(url)
  const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
  const postToService = (path: string, body: object) => client.read({ method: 'POST', path, key, body })
  const { rates } = Object(await postToService('/v1/rates', ratesBody()))
  const { id } = Object(await postToService('/v1/labels', { rate_id: rates[0].id }))
  await client.read({ method: 'DELETE', path: '/_drydock/accounts/default/requests' })
  const answer = await sendTo(open, { path: `/dashboard/default/shipments/${id}/label.pdf` })
  expect([answer.status, readHeader(answer, 'X-Frame-Options')]).toEqual([200, 'SAMEORIGIN'])
  expect(readHeader(answer, 'Content-Security-Policy')).toBe("frame-ancestors 'self'")
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await sendTo(open, { path: '/dashboard/default/shipments/lbl_0/label.pdf' })).status).toBe(404)
})

it.each([
  ['batches/template.csv', 'text/csv; charset=utf-8', 'drydock-batch.csv'],
  ['copy/file', 'text/plain; charset=utf-8', 'copied.test.ts'],
  ['worlds/before/snapshot.json', 'application/json; charset=utf-8', 'before.json'],
])(
  'the dashboard file %s is downloaded under its file name and has the correct Content-Type',
  async (place, type, name) => {
    const client = new TestClient(open.url)
    const account = '/_drydock/accounts/default'
    await client.read({ method: 'PUT', path: `${account}/snapshots/before`, body: {} })
    const answer = await sendTo(open, { path: `/dashboard/default/${place}` })
    expect([readHeader(answer, 'Content-Type'), readHeader(answer, 'Content-Disposition')]).toEqual([
      type,
      `attachment; filename="${name}"`,
    ])
  },
)

it('dashboard pages are in no request log, and cannot be shown in a frame', async () => {
  await sendTo(open, { path: '/dashboard/nobody' })
  const answer = await sendTo(open, { path: '/dashboard/default/requests' })
  expect(readHeader(answer, 'X-Frame-Options')).toBe('DENY')
  expect(await new TestClient(open.url).read({ path: '/_drydock/accounts/default/requests' })).toEqual({
    requests: [],
  })
})

it('each page in the navigation of the dashboard has its own keyboard shortcut', () => {
  const letters = dashboardPages.flatMap(({ shortcut }) => shortcut ?? [])
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.every((letter) => /^[a-z]$/.test(letter))).toBe(true)
})
