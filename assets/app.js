// Adds script to pages that also work without: copying, the theme, shortcuts, live parts. Handlers are on the
// document, so that parts which come later need none.

const saidMs = 5_000
let forgetting = 0

const say = (text) => {
  const said = document.getElementById('said')
  if (!said) return
  said.textContent = text
  clearTimeout(forgetting)
  forgetting = setTimeout(() => said.replaceChildren(), saidMs)
}

// Shows the elements that need script.
const reveal = (root) => {
  const scripted =
    '[data-copy], [data-theme-switch], [data-commands-switch], [data-help], [data-pause], [data-send], [data-close]'
  for (const element of root.querySelectorAll(scripted)) element.hidden = false
}

const copy = async (button) => {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(code)
    say('Copied.')
    button.textContent = 'Copied'
  } catch {
    say('The browser does not allow copying here: select the text instead.')
    button.textContent = 'Not allowed'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}

const themes = ['', 'light', 'dark']

const switchTheme = () => {
  const root = document.documentElement
  const next = themes[(themes.indexOf(root.dataset.theme ?? '') + 1) % themes.length]
  if (next) root.dataset.theme = next
  else delete root.dataset.theme
  keepCookie('drydock-theme', next)
  say(`Theme: ${next || 'as the system has it'}.`)
}

const keepCookie = (name, value) => {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
  document.cookie = `${name}=${value}; path=/; max-age=${value ? 31536000 : 0}; samesite=strict`
}

const showCommands = (button) => {
  const isOn = document.documentElement.dataset.commands === 'on'
  button.setAttribute('aria-pressed', String(isOn))
}

const switchCommands = (button) => {
  const { dataset } = document.documentElement
  if (dataset.commands === 'on') delete dataset.commands
  else dataset.commands = 'on'
  keepCookie('drydock-commands', dataset.commands ?? '')
  showCommands(button)
  renewAllCommands(document)
  say(dataset.commands === 'on' ? 'Each action shows its command.' : 'The commands are hidden.')
}

// The commands beside a form follow what it holds. Those of an incomplete form are samples, as the page came with.
const samples = new WeakMap()
const turns = new WeakMap()
const awaitedCommands = new WeakMap()

const renewCommands = async (form) => {
  const isOn = document.documentElement.dataset.commands === 'on'
  if (!isOn || !form.querySelector('.field, .checks')) return
  const turn = {}
  turns.set(form, turn)
  for (const box of form.parentElement?.querySelectorAll(':scope > .commands') ?? []) {
    if (!samples.has(box)) samples.set(box, box.innerHTML)
    const text = form.checkValidity() ? await fetchCommands(form, box) : samples.get(box)
    // A later change has its own commands.
    if (turns.get(form) !== turn) return
    if (text === undefined) continue
    box.innerHTML = text
    reveal(box)
  }
}

// Returns the commands for what a form holds now; undefined if the server does not answer.
const fetchCommands = async (form, { dataset }) => {
  const data = new FormData(form)
  data.set('action', data.get('do'))
  data.set('do', 'commands')
  data.set('about', dataset.of)
  if (dataset.sends) data.set(...dataset.sends.split('='))
  const isFile = form.enctype === 'multipart/form-data'
  const body = isFile ? data : new URLSearchParams(data)
  const answer = await fetch(form.getAttribute('action'), { method: 'POST', body }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const part = new DOMParser().parseFromString(await answer.text(), 'text/html').body.firstElementChild
  return part?.innerHTML
}

// The switch in the bar shows or hides the commands, which are folded only without script.
const renewAllCommands = (root) => {
  for (const box of root.querySelectorAll('.commands')) box.open = true
  for (const form of root.querySelectorAll('.action > form')) void renewCommands(form)
}

const awaitCommands = ({ target }) => {
  const form = target.form
  if (!form?.matches('.action > form')) return
  clearTimeout(awaitedCommands.get(form))
  awaitedCommands.set(
    form,
    setTimeout(() => renewCommands(form), 200),
  )
}

document.addEventListener('input', awaitCommands)

// A field that the chosen mode does not take is hidden, and is not sent.
const showFieldsOfMode = (root) => {
  for (const field of root.querySelectorAll('[data-modes]')) {
    const control = field.querySelector('input, select')
    const isTaken = field.dataset.modes.split(' ').includes(control.form.elements.mode.value)
    field.hidden = !isTaken
    control.disabled = !isTaken
  }
}

document.addEventListener('input', ({ target }) => {
  if (target.name === 'mode') showFieldsOfMode(target.form)
})

const sendFirst = async ({ dataset }) => {
  const headers = { Authorization: `Bearer ${dataset.key}`, 'Content-Type': 'application/json' }
  const { status } = await fetch(dataset.send, { method: 'POST', headers, body: dataset.body })
  say(`Answered with ${status}.`)
}

const showShortcuts = () => document.getElementById('shortcuts')?.showModal?.()

const togglePause = (button) => {
  const region = document.getElementById(button.dataset.pause)
  if (!region) return
  const isPaused = region.toggleAttribute('data-paused')
  button.setAttribute('aria-pressed', String(isPaused))
  button.textContent = isPaused ? 'Go on' : 'Pause'
  say(isPaused ? 'The list stands still.' : 'The list goes on.')
  if (!isPaused) renew(region)
}

// The live parts of a page.

const renew = (region) => globalThis.htmx?.trigger(region, 'renew')

const renewAll = () => {
  for (const region of document.querySelectorAll('[data-live]')) renew(region)
}

// A restarted simulator refuses forms from before. Forms outside of live parts get its token, and keep their
// input.
const renewForms = async () => {
  const answer = await fetch(location.pathname + location.search).catch(() => undefined)
  // The connection has failed again: the next time it opens, the token is requested again.
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const named = (form, name) => form.querySelector(`input[name="${name}"]`)
  const forms = (root) => [...root.querySelectorAll('form')].filter((form) => named(form, 'token'))
  const nameOf = (form) => `${form.getAttribute('action')} ${named(form, 'do')?.value}`
  const tokens = new Map(forms(fresh).map((form) => [nameOf(form), named(form, 'token').value]))
  for (const form of forms(document)) {
    const token = tokens.get(nameOf(form))
    if (token) named(form, 'token').value = token
  }
}

const isSelected = (region) => {
  const selection = document.getSelection()
  return Boolean(selection && !selection.isCollapsed && region.contains(selection.anchorNode))
}

// Postpones a renewal while a person has paused it or selects text in it, and while it would remove the
// focused element. The postponed renewal comes afterwards.
const held = new Set()

const mayRenew = (region) => {
  const isHeld = isSelected(region)
  if (isHeld) held.add(region.id)
  return !isHeld && !region.hasAttribute('data-paused')
}

const letGo = () => {
  const ids = [...held]
  held.clear()
  for (const id of ids) {
    const region = document.getElementById(id)
    if (region) renew(region)
  }
}

// Whether the focused row is missing among the new ones.
const losesFocus = (region, text) => {
  const row = document.activeElement?.closest('[data-row]')
  if (!row || !region.contains(row)) return false
  const coming = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[data-row]')
  return ![...coming].some((each) => each.getAttribute('href') === row.getAttribute('href'))
}

document.addEventListener('htmx:beforeRequest', (event) => {
  const region = event.target
  if (region.hasAttribute?.('data-live') && !mayRenew(region)) event.preventDefault()
})

// The part may have been paused, or its text selected, while the response was on its way.
document.addEventListener('htmx:beforeSwap', (event) => {
  const region = event.target
  if (!region.hasAttribute?.('data-live')) return
  const isKept = losesFocus(region, event.detail.serverResponse)
  if (isKept) held.add(region.id)
  if (isKept || !mayRenew(region)) event.detail.shouldSwap = false
})

document.addEventListener('selectionchange', letGo)
document.addEventListener('focusout', letGo)

const tellStream = (text, isOpen) => {
  const state = document.querySelector('[data-stream-state]')
  if (!state) return
  state.textContent = text
  state.classList.toggle('open', isOpen)
}

// A browser has few connections to one host, so hidden pages close theirs, and catch up when they are visible
// again.
class SeenSource {
  #url
  #inner
  #listeners = []

  constructor(url) {
    this.#url = url
    this.#open()
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#inner.close()
      else if (this.#inner.readyState === EventSource.CLOSED) this.#open()
    })
  }

  get readyState() {
    return document.hidden ? EventSource.CONNECTING : this.#inner.readyState
  }

  #open() {
    this.#inner = new EventSource(this.#url)
    this.#inner.onopen = (event) => this.onopen?.(event)
    this.#inner.onerror = (event) => this.onerror?.(event)
    for (const [name, listener] of this.#listeners) this.#inner.addEventListener(name, listener)
  }

  addEventListener(name, listener) {
    this.#listeners.push([name, listener])
    this.#inner.addEventListener(name, listener)
  }

  removeEventListener(name, listener) {
    this.#listeners = this.#listeners.filter((each) => each[0] !== name || each[1] !== listener)
    this.#inner.removeEventListener(name, listener)
  }

  close() {
    this.#inner.close()
  }
}

if (globalThis.htmx) {
  htmx.createEventSource = (url) => new SeenSource(url)
  let opened = 0
  document.addEventListener('htmx:sseOpen', () => {
    tellStream('Live', true)
    opened += 1
    // The server itself sends the changes since the page was made.
    if (opened === 1) return
    // Changes in the meantime were not sent.
    renewAll()
    void renewForms()
  })
  // The subject of the page was removed: the server's error page replaces it.
  document.addEventListener('htmx:responseError', ({ detail }) => {
    if (detail.xhr.status === 404) location.reload()
  })
  document.addEventListener('htmx:sseError', () => tellStream('Reconnecting', false))
  document.addEventListener('htmx:sseClose', () => tellStream('Not live', false))
}

// Clocks run on by themselves until the server's next update.
const pad = (number, digits = 2) => String(number).padStart(digits, '0')
const clocks = new WeakMap()
// The latest time of any account's clock.
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z')

const showClocks = () => {
  for (const clock of document.querySelectorAll('[data-clock]')) {
    const { clock: at, rate } = clock.dataset
    const known = clocks.get(clock)
    const base = known?.at === at ? known : { at, seen: performance.now() }
    clocks.set(clock, base)
    if (Number(rate) === 0) continue
    const now = new Date(Math.min(Number(at) + (performance.now() - base.seen) * Number(rate), endOfTime))
    const date = `${now.getUTCFullYear()}-${pad(now.getUTCMonth() + 1)}-${pad(now.getUTCDate())}`
    const text = `${date} ${pad(now.getUTCHours())}:${pad(now.getUTCMinutes())}:${pad(now.getUTCSeconds())}`
    if (clock.textContent !== text) clock.textContent = text
  }
}

showClocks()
setInterval(showClocks, 500)

// Shortcuts, which are off while the person types.

const isTyping = ({ target }) =>
  target.matches?.('input:not([type=hidden]), select, textarea, [contenteditable]')

const rows = () => [...document.querySelectorAll('[data-row]')]

const moveRow = (step) => {
  const all = rows()
  const at = all.indexOf(document.activeElement)
  const next = all[at === -1 ? (step > 0 ? 0 : all.length - 1) : at + step]
  next?.focus()
}

// The key `g` is forgotten after a while, so that a later key does not leave the page.
const goingForMs = 2_000
let goingUntilMs = 0

const keys = {
  '?': showShortcuts,
  Escape: () => document.querySelector('[data-close]')?.closest('.notice').remove(),
  '/': () => document.querySelector('[data-search]')?.focus(),
  '.': () => document.querySelector('[data-pause]')?.click(),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  g: () => {
    goingUntilMs = performance.now() + goingForMs
  },
}

// Closes the open menu, and returns the focus to its button.
const closeMenu = () => {
  const menu = document.querySelector('.switcher[open]')
  menu?.removeAttribute('open')
  menu?.querySelector('summary').focus()
  return Boolean(menu)
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && closeMenu()) return
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  if (document.querySelector('dialog[open]')) return
  const { key } = event
  const isGoing = performance.now() < goingUntilMs
  goingUntilMs = 0
  const link = isGoing ? document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`) : null
  if (link) {
    event.preventDefault()
    link.click()
    return
  }
  if (!Object.hasOwn(keys, key)) return
  event.preventDefault()
  keys[key]()
})

// Scrolls the list beside a request to the row of this request. The page itself stays at its top.
const showCurrentRow = () => {
  const row = document.querySelector('.beside tr.current')
  const list = row?.closest('.beside')
  if (!list) return
  const [shown, around] = [row.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollTop += shown.top - around.top - (around.height - shown.height) / 2
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const copier = target?.closest('[data-copy]')
  if (copier) void copy(copier)
  if (target?.closest('[data-theme-switch]')) switchTheme()
  const commands = target?.closest('[data-commands-switch]')
  if (commands) switchCommands(commands)
  if (target?.closest('[data-close]')) target.closest('.notice')?.remove()
  if (target?.closest('[data-help]')) showShortcuts()
  const pause = target?.closest('[data-pause]')
  if (pause) togglePause(pause)
  const sender = target?.closest('[data-send]')
  if (sender) void sendFirst(sender)
  // Closes an open list of choices on a click elsewhere.
  for (const open of document.querySelectorAll('.switcher[open]'))
    if (!open.contains(target)) open.removeAttribute('open')
})

reveal(document)
for (const button of document.querySelectorAll('[data-commands-switch]')) showCommands(button)
showCurrentRow()
showFieldsOfMode(document)
renewAllCommands(document)
document.addEventListener('htmx:load', (event) => {
  reveal(event.target)
  showFieldsOfMode(event.target)
  // The whole page comes only once, and above.
  if (event.target !== document.body) renewAllCommands(event.target)
})

// A renewal keeps the input of the focused field, and leaves each `<details>` open or closed.
if (globalThis.Idiomorph) {
  Idiomorph.defaults.ignoreActiveValue = true
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
    !(name === 'open' && element.tagName === 'DETAILS')
}
