const secrets = /(pr_(?:test|live)_|whsec_)[0-9a-f]{28}([0-9a-f]{4})/gi

/** The text with every API key and signing secret cut down to its prefix and last four characters. */
export function redactSecrets(text: string): string {
  return text.replace(secrets, '$1…$2')
}
