const ExplorePage = () => null

export default ExplorePage
