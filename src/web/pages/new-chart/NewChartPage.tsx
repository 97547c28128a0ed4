const NewChartPage = () => null

export default NewChartPage
