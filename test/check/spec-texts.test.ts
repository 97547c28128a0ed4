import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { existsText, passwordText } from '#api/import.ts'
import { spokenTexts } from '../../scripts/texts/catalogues.ts'

const root = join(import.meta.dirname, '../..')

/** The texts that the three documents of the specification give for screens, word for word: each is a text of the catalogues. */
const texts: Record<string, string[]> = {
  'dashboards: moving what stands on them': [
    'New header',
    'Tab title',
    'There is not enough space for this component. Try decreasing its width, or increasing the destination width.',
    'Can not move top level tab into nested tabs',
    'This chart has been moved to a different filter scope.',
    'Sorry, there is no chart definition associated with the chart trying to be added.',
  ],
  'dashboards: saving, publishing and starring': [
    '[ untitled dashboard ]',
    'You do not have permissions to edit this dashboard.',
    'You do not have permission to edit this dashboard',
    'There was an issue fetching the favorite status of this dashboard.',
    'There was an issue favoriting this dashboard.',
    'This dashboard is now published',
    'This dashboard is now hidden',
    'Sorry, an unknown error occurred',
    'Sorry, there was an error saving this dashboard: %s',
    'Please confirm the overwrite values.',
    'This dashboard was saved successfully.',
    'You have used all %(historyLength)s undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
    'Could not fetch all saved charts',
    'Sorry there was an error fetching saved charts: ',
    'An error occurred while loading the SQL',
  ],
  'explore without what it needs': [
    'Missing dataset',
    'The dataset linked to this chart may have been deleted.',
    'Missing URL parameters',
    'The URL is missing the dataset_id or slice_id parameters.',
    'This visualization type is not supported.',
  ],
  'the dataset menu and its dialogs': [
    'Edit dataset',
    'Swap dataset',
    'View in SQL Lab',
    'Query preview',
    'Save as dataset',
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
    'Proceed',
    'Name',
    'Type',
    'Schema',
    'Connection',
    'Owners',
    'Successfully changed dataset!',
    'The dataset has been saved',
    'Error',
    'An error has occurred',
    'Cancel',
    'Save',
  ],
  'states of a chart': [
    'Updating chart was stopped',
    'Query timeout',
    'Network error.',
    'An error occurred while rendering the visualization: %s',
    'Received unexpected response status (%s) while fetching chart data',
    'Unexpected error',
    'Sorry, an error occurred',
  ],
  'the picker of chart types': [
    'Select a visualization type',
    'View all charts',
    'Select',
    'All charts',
    'Recommended tags',
    'Category',
    'Tags',
    'Popular',
    'ECharts',
    'Advanced-Analytics',
    'Other',
    'Search all charts',
    'No description available.',
  ],
  'result tables': ['Loading...', 'Limit reached', 'Formatted date', 'Original value', 'No results found'],
  'columns, filters and metrics': [
    'Saved',
    'Simple',
    'Custom SQL',
    'Close',
    'My column',
    'Click to edit label',
    'No temporal columns found',
    'No saved expressions found',
    'To filter on a metric, use Custom SQL tab.',
    'No such column found. To filter on a metric, try the Custom SQL tab.',
    'Filter value (case sensitive)',
    'Warning',
    'This column might be incompatible with current dataset',
    'This filter might be incompatible with current dataset',
    'This metric might be incompatible with current dataset',
    "This filter was inherited from the dashboard's context. It won't be saved when saving the chart.",
    'Failed to retrieve advanced type',
    'Simple ad-hoc metrics are not enabled for this dataset',
    'Custom SQL ad-hoc metrics are not enabled for this dataset',
    'Invalid lat/long configuration.',
  ],
  'conditional formatting and validators': [
    'Required',
    'This value should be smaller than the right target value',
    'This value should be greater than the left target value',
    'is expected to be an integer',
    'is expected to be a number',
    'cannot be empty',
  ],
  'time ranges': [
    'Last',
    'Previous',
    'Custom',
    'Advanced',
    'No filter',
    'Last day',
    'Last week',
    'Last month',
    'Last quarter',
    'Last year',
    'Actual time range',
    'CANCEL',
    'APPLY',
  ],
  'lists, imports and favourites': [
    'An error occurred while fetching %ss: %s',
    'An error occurred while fetching %s info: %s',
    'An error occurred while creating %ss: %s',
    'An error occurred while importing %s: %s',
    'Please re-export your file and try importing again',
    'There was an error fetching the favorite status: %s',
    'There was an error saving the favorite status: %s',
    'Deleted: %s',
    'There was an issue deleting: %s',
    'There was an issue deleting %s: %s',
  ],
  databases: ['Connection looks good!', 'ERROR: %s'],
}

const spoken = spokenTexts(root)

test.each(Object.entries(texts))('%s', (_, expected) => {
  expect(expected.filter((text) => !spoken.has(text))).toEqual([])
})

/** Texts that the screen puts together: the test that finds them there, and the words that it looks for. */
const composed: Record<string, [file: string, words: string]> = {
  'Warning! Changing the dataset may break the chart if the metadata does not exist.': [
    'src/web/pages/explore/swap/swap-dialog.test.tsx',
    'Changing the dataset may break the chart if the metadata does not exist',
  ],
  "This dataset is managed externally, and can't be edited in Superset": [
    'src/web/dataset/dataset-sheet.test.tsx',
    "This dataset is managed externally, and can't be edited in ${appName()}",
  ],
  'Error while fetching data: %s': ['src/web/controls/rare/rare-controls.test.tsx', 'Error while fetching data: Not found'],
  '%s row(s)': ['test/e2e/explore-query.spec.ts', '2 rows'],
}

test.each(Object.entries(composed))('“%s” is looked for on the screen', (text, [file, words]) => {
  expect(spoken.has(text)).toBe(false)
  expect(readFileSync(join(root, file), 'utf8')).toContain(words)
})

test('the texts by which an import recognizes what to ask for are those of the API', () => {
  expect(passwordText).toBe('Must provide a password for the database')
  expect(existsText).toBe('already exists and `overwrite=true` was not passed')
})
