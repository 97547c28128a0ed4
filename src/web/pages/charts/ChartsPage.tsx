const ChartsPage = () => null

export default ChartsPage
