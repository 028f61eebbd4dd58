import { Button, Chip, Chips, CodeBlock, Empty, LinkButton, TextField } from '../../pages/components.ts'
import { formatCountWithNoun } from '../format.tsx'
import type { DashboardPage } from '../page.ts'
import { renderTestToCopy, testLanguages } from './languages.ts'

/** The page with a test that repeats the account's latest requests. Its URL has the language and the number of requests. */
export const copy: DashboardPage = {
  path: 'copy',
  title: 'Copy as test',
  body: (page) => {
    const { language, last, test, code } = renderTestToCopy(page.context, page.query, page.server.conceal)
    const buildQuery = (id: string) => `?${new URLSearchParams({ language: id, last })}`
    if (test.steps.length === 0)
      return (
        <Empty title="Nothing to copy yet">
          <p>Send a request first. The test then repeats it and checks its response.</p>
        </Empty>
      )
    return (
      <>
        <p>
          This test repeats the latest requests and the changes of faults, scenarios, wallet, tracking and
          time around them. Run it with <code>{language.command}</code>.
        </p>
        {test.leftOut === 0 ? null : (
          <p class="muted">
            {formatCountWithNoun(test.leftOut, 'request')} left out, because the test does not have their key
            or cannot send their body.
          </p>
        )}
        <Chips label="Language">
          {testLanguages.map(({ id, name }) => (
            <Chip href={page.path + buildQuery(id)} isChosen={id === language.id}>
              {name}
            </Chip>
          ))}
        </Chips>
        <form method="get" action={page.path} class="inline filled">
          <input type="hidden" name="language" value={language.id} />
          <TextField form="last" name="last" label="Latest requests" type="number" value={last} />
          <Button>Show</Button>
          <LinkButton href={`${page.path}/file${buildQuery(language.id)}`}>Download</LinkButton>
        </form>
        <CodeBlock label="the test" code={code} />
      </>
    )
  },
}
