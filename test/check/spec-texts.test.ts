import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Texts that the specification gives for explore, its dialogs and the lists: each is a text of the catalogues. */
const texts: Record<string, string[]> = {
  'explore without what it needs': [
    'Missing dataset',
    'The dataset linked to this chart may have been deleted.',
    'Swap dataset',
    'View in SQL Lab',
    'Query preview',
    'Save as dataset',
    'Missing URL parameters',
    'The URL is missing the dataset_id or slice_id parameters.',
    'This visualization type is not supported.',
  ],
  'the dataset menu and its dialogs': [
    'Edit dataset',
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
    'Warning!',
    'Changing the dataset may break the chart if the metadata does not exist.',
    'Proceed',
    'Successfully changed dataset!',
    'The dataset has been saved',
    "This dataset is managed externally, and can't be edited in %(app)s",
  ],
  'states of a chart': [
    'Updating chart was stopped',
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
    'Search all charts',
    'No description available.',
  ],
  'result tables': ['Loading...', 'Limit reached', 'Formatted date', 'Original value'],
  'columns, filters and metrics': [
    'Saved',
    'Simple',
    'Custom SQL',
    'Close',
    'Save',
    'No temporal columns found',
    'No saved expressions found',
    'To filter on a metric, use Custom SQL tab.',
    'Warning',
    'This column might be incompatible with current dataset',
    'This filter might be incompatible with current dataset',
    'This metric might be incompatible with current dataset',
    'Failed to retrieve advanced type',
    'No results found',
    'Required',
    'This value should be smaller than the right target value',
    'This value should be greater than the left target value',
    'Invalid lat/long configuration.',
    'No such column found. To filter on a metric, try the Custom SQL tab.',
    'Filter value (case sensitive)',
    "This filter was inherited from the dashboard's context. It won't be saved when saving the chart.",
    'Simple ad-hoc metrics are not enabled for this dataset',
    'Custom SQL ad-hoc metrics are not enabled for this dataset',
    'Click to edit label',
  ],
  'time ranges': ['Last', 'Previous', 'Custom', 'Advanced', 'No filter', 'Actual time range', 'CANCEL', 'APPLY'],
  validators: ['is expected to be an integer', 'is expected to be a number', 'cannot be empty'],
  'lists and favourites': [
    'An error occurred while fetching %ss: %s',
    'An error occurred while fetching %s info: %s',
    'An error occurred while creating %ss: %s',
    'There was an error fetching the favorite status: %s',
    'There was an error saving the favorite status: %s',
    'Deleted: %s',
    'An error occurred while importing %s: %s',
    'Please re-export your file and try importing again',
    'There was an issue deleting: %s',
    'There was an issue deleting %s: %s',
  ],
}

const folder = join(import.meta.dirname, '../../src/core/i18n/de')
const known = new Set(readdirSync(folder).flatMap((file) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object)))

test.each(Object.entries(texts))('%s', (_, expected) => {
  expect(expected.filter((text) => !known.has(text))).toEqual([])
})

/** Texts of the specification that are no texts of the catalogues, and why. */
const left: Record<string, string> = {
  '%s row(s)': 'two plural forms: “%(rows)s row”, “%(rows)s rows”',
  'Warning! Changing the dataset may break the chart if the metadata does not exist.': 'two texts, the first of them bold',
  "This dataset is managed externally, and can't be edited in Superset": 'names the application instead',
  'Error while fetching data: %s': 'its hole has a name',
  'An error occurred while loading the SQL': 'SQL Lab is opened by its address; nothing is loaded before that',
  'Invalid color: ...': 'an internal error',
  'Cannot parse invalid filter key': 'an internal error',
}

test('what is left out has a reason that still holds', () => {
  expect(Object.keys(left).filter((text) => known.has(text))).toEqual([])
})
