import { defaultUrl } from './http/request-origin.ts'

/**
 * Returns a `drydock` command line for an account of the simulator at a URL. `command` contains the words after
 * `drydock`.
 */
export function renderCommandLine(url: string, account: string, command: string): string {
  const named = account === 'default' ? '' : ` --account ${account}`
  const at = url === defaultUrl ? '' : ` --url ${url}`
  return `drydock ${command}${named}${at}`
}

/** Puts a text in single quotes, so that a shell reads it as one word. */
export function putInShellQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The curl option that sends the control token, which the shell reads from the same variable as `drydock`. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
export const tokenHeader = '-H "Authorization: Bearer ${DRYDOCK_CONTROL_TOKEN}"'
