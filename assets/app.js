// Adds copying, the theme, shortcuts and live parts to pages that also work without script. The event handlers are on
// the document, so that elements that are added later need no handlers of their own.

const announcementMs = 5_000
let announcementTimer = 0

// Shows a message at the bottom of the page for some seconds. Screen readers read it.
const announce = (text) => {
  const announcement = document.getElementById('announcement')
  if (!announcement) return
  announcement.textContent = text
  clearTimeout(announcementTimer)
  announcementTimer = setTimeout(() => announcement.replaceChildren(), announcementMs)
}

// Shows the buttons that work only with script. The server sends them hidden.
const showScriptButtons = (root) => {
  const scripted =
    '[data-copy], [data-theme-switch], [data-commands-switch], [data-help], [data-pause], [data-send], [data-close]'
  for (const element of root.querySelectorAll(scripted)) element.hidden = false
}

const copyCode = async (button) => {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(code)
    announce('Copied.')
    button.textContent = 'Copied'
  } catch {
    announce('The browser does not allow copying here: select the text instead.')
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
  storeCookie('drydock-theme', next)
  announce(`Theme: ${next || 'as the system has it'}.`)
}

const storeCookie = (name, value) => {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
  document.cookie = `${name}=${value}; path=/; max-age=${value ? 31536000 : 0}; samesite=strict`
}

const showCommandsState = (button) => {
  const isOn = document.documentElement.dataset.commands === 'on'
  button.setAttribute('aria-pressed', String(isOn))
}

const toggleCommands = (button) => {
  const { dataset } = document.documentElement
  if (dataset.commands === 'on') delete dataset.commands
  else dataset.commands = 'on'
  storeCookie('drydock-commands', dataset.commands ?? '')
  showCommandsState(button)
  renewAllCommands(document)
  announce(dataset.commands === 'on' ? 'Each action shows its command.' : 'The commands are hidden.')
}

// The commands beside a form show its current values. If the form is incomplete, the commands with sample values that the
// server sent are shown again.
const sampleCommands = new WeakMap()
const latestRenewals = new WeakMap()
const renewalTimers = new WeakMap()

const renewCommands = async (form) => {
  const isOn = document.documentElement.dataset.commands === 'on'
  if (!isOn || !form.querySelector('.field, .checks')) return
  const renewal = {}
  latestRenewals.set(form, renewal)
  for (const box of form.parentElement?.querySelectorAll(':scope > .commands') ?? []) {
    if (!sampleCommands.has(box)) sampleCommands.set(box, box.innerHTML)
    const text = form.checkValidity() ? await fetchCommands(form, box) : sampleCommands.get(box)
    // The form has changed again meanwhile, and a later renewal shows its commands.
    if (latestRenewals.get(form) !== renewal) return
    if (text === undefined) continue
    box.innerHTML = text
    showScriptButtons(box)
  }
}

// Returns the HTML of the commands for a form's current values; undefined if the request fails.
const fetchCommands = async (form, { dataset }) => {
  const data = new FormData(form)
  data.set('action', data.get('do'))
  data.set('do', 'commands')
  data.set('about', dataset.of)
  if (dataset.sends) data.set(...dataset.sends.split('='))
  const isFile = form.enctype === 'multipart/form-data'
  const body = isFile ? data : new URLSearchParams(data)
  const response = await fetch(form.getAttribute('action'), { method: 'POST', body }).catch(() => undefined)
  if (!response?.ok) return undefined
  const part = new DOMParser().parseFromString(await response.text(), 'text/html').body.firstElementChild
  return part?.innerHTML
}

// Unfolds all commands, because with script the switch in the bar shows or hides them, and brings them up to date.
const renewAllCommands = (root) => {
  for (const box of root.querySelectorAll('.commands')) box.open = true
  for (const form of root.querySelectorAll('.action > form')) void renewCommands(form)
}

const renewCommandsLater = ({ target }) => {
  const form = target.form
  if (!form?.matches('.action > form')) return
  clearTimeout(renewalTimers.get(form))
  renewalTimers.set(
    form,
    setTimeout(() => renewCommands(form), 200),
  )
}

document.addEventListener('input', renewCommandsLater)

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

const sendExampleRequest = async ({ dataset }) => {
  const headers = { Authorization: `Bearer ${dataset.key}`, 'Content-Type': 'application/json' }
  const { status } = await fetch(dataset.send, { method: 'POST', headers, body: dataset.body })
  announce(`The response has the status ${status}.`)
}

const showShortcuts = () => document.getElementById('shortcuts')?.showModal?.()

const togglePause = (button) => {
  const region = document.getElementById(button.dataset.pause)
  if (!region) return
  const isPaused = region.toggleAttribute('data-paused')
  button.setAttribute('aria-pressed', String(isPaused))
  button.textContent = isPaused ? 'Resume' : 'Pause'
  announce(isPaused ? 'The list is paused.' : 'The list is live again.')
  if (!isPaused) renew(region)
}

// Requests a live part of the page again, and replaces it.
const renew = (region) => globalThis.htmx?.trigger(region, 'renew')

const renewLiveParts = () => {
  for (const region of document.querySelectorAll('[data-live]')) renew(region)
}

// A restarted simulator refuses the tokens in the forms of an open page. This function requests the page again, and puts
// the new tokens into the forms outside of live parts. The forms keep their input.
const renewForms = async () => {
  const response = await fetch(location.pathname + location.search).catch(() => undefined)
  // If the request fails, the forms get their tokens when the event stream opens the next time.
  if (!response?.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const findInput = (form, name) => form.querySelector(`input[name="${name}"]`)
  const findForms = (root) => [...root.querySelectorAll('form')].filter((form) => findInput(form, 'token'))
  const identifyForm = (form) => `${form.getAttribute('action')} ${findInput(form, 'do')?.value}`
  const tokens = new Map(findForms(fresh).map((form) => [identifyForm(form), findInput(form, 'token').value]))
  for (const form of findForms(document)) {
    const token = tokens.get(identifyForm(form))
    if (token) findInput(form, 'token').value = token
  }
}

const hasSelectedText = (region) => {
  const selection = document.getSelection()
  return Boolean(selection && !selection.isCollapsed && region.contains(selection.anchorNode))
}

// The ids of live parts whose renewal is postponed: while text in the part is selected, or while the renewal would remove
// the focused row.
const postponed = new Set()

// Whether a live part may be replaced now: it is not paused, and no text in it is selected. Postpones the renewal of a
// part with selected text.
const canRenewNow = (region) => {
  const isSelecting = hasSelectedText(region)
  if (isSelecting) postponed.add(region.id)
  return !isSelecting && !region.hasAttribute('data-paused')
}

// Called when a selection or the focus changes, which may have postponed a renewal.
const runPostponedRenewals = () => {
  const ids = [...postponed]
  postponed.clear()
  for (const id of ids) {
    const region = document.getElementById(id)
    if (region) renew(region)
  }
}

// Whether a live part has the focus in a row that the new HTML of the part does not contain.
const wouldRemoveFocus = (region, text) => {
  const row = document.activeElement?.closest('[data-row]')
  if (!row || !region.contains(row)) return false
  const coming = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[data-row]')
  return ![...coming].some((each) => each.getAttribute('href') === row.getAttribute('href'))
}

document.addEventListener('htmx:beforeRequest', (event) => {
  const region = event.target
  if (region.hasAttribute?.('data-live') && !canRenewNow(region)) event.preventDefault()
})

// The part may have been paused, or its text selected, while the response was on its way.
document.addEventListener('htmx:beforeSwap', (event) => {
  const region = event.target
  if (!region.hasAttribute?.('data-live')) return
  const isKept = wouldRemoveFocus(region, event.detail.serverResponse)
  if (isKept) postponed.add(region.id)
  if (isKept || !canRenewNow(region)) event.detail.shouldSwap = false
})

document.addEventListener('selectionchange', runPostponedRenewals)
document.addEventListener('focusout', runPostponedRenewals)

const showStreamState = (text, isOpen) => {
  const state = document.querySelector('[data-stream-state]')
  if (!state) return
  state.textContent = text
  state.classList.toggle('open', isOpen)
}

// An event source that is closed while its page is hidden, because a browser allows only few connections to one host. When
// the page is visible again, the source opens again, and the page renews its live parts.
class PausableEventSource {
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
  htmx.createEventSource = (url) => new PausableEventSource(url)
  let opened = 0
  document.addEventListener('htmx:sseOpen', () => {
    showStreamState('Live', true)
    opened += 1
    // When the stream opens first, the server sends the changes since it rendered the page. When the stream opens again,
    // the changes in between were not sent, so the page requests all live parts.
    if (opened === 1) return
    renewLiveParts()
    void renewForms()
  })
  // The label, fault or other resource of the page was removed. The server's error page replaces the page.
  document.addEventListener('htmx:responseError', ({ detail }) => {
    if (detail.xhr.status === 404) location.reload()
  })
  document.addEventListener('htmx:sseError', () => showStreamState('Reconnecting', false))
  document.addEventListener('htmx:sseClose', () => showStreamState('Not live', false))
}

// The clocks on the page run by themselves between two updates of the server.
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
    const text = now.toISOString().slice(0, 19).replace('T', ' ')
    if (clock.textContent !== text) clock.textContent = text
  }
}

showClocks()
setInterval(showClocks, 500)

// Keyboard shortcuts do nothing while a person types into a field.

const isTyping = ({ target }) =>
  target.matches?.('input:not([type=hidden]), select, textarea, [contenteditable]')

const findRows = () => [...document.querySelectorAll('[data-row]')]

const focusRow = (step) => {
  const all = findRows()
  const at = all.indexOf(document.activeElement)
  const next = all[at === -1 ? (step > 0 ? 0 : all.length - 1) : at + step]
  next?.focus()
}

// The time within which the key `g` and the letter of a page must follow each other. A letter that comes later does not
// leave the page.
const prefixMs = 2_000
let prefixUntilMs = 0

const shortcuts = {
  '?': showShortcuts,
  Escape: () => document.querySelector('[data-close]')?.closest('.notice').remove(),
  '/': () => document.querySelector('[data-search]')?.focus(),
  '.': () => document.querySelector('[data-pause]')?.click(),
  j: () => focusRow(1),
  k: () => focusRow(-1),
  g: () => {
    prefixUntilMs = performance.now() + prefixMs
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
  const isAfterPrefix = performance.now() < prefixUntilMs
  prefixUntilMs = 0
  const link = isAfterPrefix ? document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`) : null
  if (link) {
    event.preventDefault()
    link.click()
    return
  }
  if (!Object.hasOwn(shortcuts, key)) return
  event.preventDefault()
  shortcuts[key]()
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
  if (copier) void copyCode(copier)
  if (target?.closest('[data-theme-switch]')) switchTheme()
  const commands = target?.closest('[data-commands-switch]')
  if (commands) toggleCommands(commands)
  if (target?.closest('[data-close]')) target.closest('.notice')?.remove()
  if (target?.closest('[data-help]')) showShortcuts()
  const pause = target?.closest('[data-pause]')
  if (pause) togglePause(pause)
  const sender = target?.closest('[data-send]')
  if (sender) void sendExampleRequest(sender)
  // Closes an open list of choices on a click elsewhere.
  for (const open of document.querySelectorAll('.switcher[open]'))
    if (!open.contains(target)) open.removeAttribute('open')
})

showScriptButtons(document)
for (const button of document.querySelectorAll('[data-commands-switch]')) showCommandsState(button)
showCurrentRow()
showFieldsOfMode(document)
renewAllCommands(document)
document.addEventListener('htmx:load', (event) => {
  showScriptButtons(event.target)
  showFieldsOfMode(event.target)
  // If the whole page was loaded, the call above has already renewed its commands.
  if (event.target !== document.body) renewAllCommands(event.target)
})

// A renewed part keeps the input of the focused field, and each `<details>` stays open or closed.
if (globalThis.Idiomorph) {
  Idiomorph.defaults.ignoreActiveValue = true
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
    !(name === 'open' && element.tagName === 'DETAILS')
}
