// What pages do with script on top of what they do without: copying, the theme, keys, live parts. Bound to the document,
// so that parts which come later need nothing.

const say = (text) => {
  const said = document.getElementById('said')
  if (said) said.textContent = text
}

// What only works with script shows only with it.
const reveal = (root) => {
  for (const element of root.querySelectorAll('[data-copy][hidden], [data-theme-switch][hidden]'))
    element.hidden = false
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
  const lifetime = next ? 31536000 : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the store for cookies is not in every browser
  document.cookie = `drydock-theme=${next}; path=/; max-age=${lifetime}; samesite=strict`
  say(`Theme: ${next || 'as the system has it'}.`)
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const copier = target?.closest('[data-copy]')
  if (copier) void copy(copier)
  if (target?.closest('[data-theme-switch]')) switchTheme()
})

reveal(document)
document.addEventListener('htmx:load', (event) => reveal(event.target))

// Nothing is made of a text that an attribute holds; what a person has opened or types in stays as it is.
if (globalThis.Idiomorph) {
  Idiomorph.defaults.ignoreActiveValue = true
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
    !(name === 'open' && element.tagName === 'DETAILS')
}
