"""Several tournaments together: leagues, ratings, records. Pure: facts in, answers out; knows neither cards nor the database."""
