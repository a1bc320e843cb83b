// SPDX-License-Identifier: GPL-2.0
/* spread: how far a sum may be off, from the batches that it was counted in */
#include <math.h>

#include "model/spread.h"

/* fewest waves that are not halved again */
#define WAVES_LEAST	4

/* a larger correlation of intervals cannot be distinguished from a trend */
#define CORRELATION_MOST	0.9

/* more degrees of freedom differ by less than 1 % from the normal distribution */
#define FREEDOM_MOST	1000

/* relative precision of a quantile */
#define PRECISION	(1.0 / (1 << 20))

/* end of the search for a quantile: no interval of use is as wide */
#define ERRORS_MOST	1e12

/* square of the wave with so many half periods, the mean of which is the variance */
static double square_of_wave(const double *residual, u32 intervals, u32 halves)
{
	double sum = 0;
	u32 i;

	for (i = 0; i < intervals; i++)
		sum += residual[i] *
		       cos(M_PI * halves * (i + 0.5) / intervals);
	return 2 * sum * sum / intervals;
}

static double mean_square(const double *residual, u32 intervals, u32 first,
			  u32 last)
{
	double sum = 0;
	u32 halves;

	for (halves = first; halves <= last; halves++)
		sum += square_of_wave(residual, intervals, halves);
	return sum / (last - first + 1);
}

/*
 * The ratio of two mean squares of m waves each is above exp(2 / sqrt(m)) in
 * about one of six cases if the intervals are independent.
 */
static bool are_dependent(const double *residual, u32 intervals, u32 waves)
{
	u32 half = waves / 2;
	double slow = mean_square(residual, intervals, 1, half);
	double fast = mean_square(residual, intervals, half + 1, 2 * half);

	return slow > fast * exp(2 / sqrt(half));
}

/* correlation of one interval with the next, corrected for its bias (Kendall 1954) */
static double correlation_of(const double *residual, u32 intervals)
{
	double squares = 0, products = 0, found;
	u32 i;

	for (i = 0; i < intervals; i++)
		squares += residual[i] * residual[i];
	for (i = 1; i < intervals; i++)
		products += residual[i - 1] * residual[i];
	if (!(squares > 0))
		return 0;
	found = (products / squares * intervals + 1) / (intervals - 3.0);
	return fmin(fmax(found, 0), CORRELATION_MOST);
}

/* how much of the variance waves have that are not infinitely slow */
static double share_of_waves(double correlation, u32 intervals, u32 waves)
{
	double sum = 0, slowest = (1 - correlation) * (1 - correlation);
	u32 halves;

	for (halves = 1; halves <= waves; halves++)
		sum += slowest / (1 + correlation * correlation -
				  2 * correlation *
				  cos(M_PI * halves / intervals));
	return sum / waves;
}

/*
 * Degrees of freedom that the squares would have if they were equal. If a few
 * intervals have most of the spread, there are few.
 */
static double equal_squares(const double *residual, u32 intervals)
{
	double squares = 0, fourth = 0;
	u32 i;

	for (i = 0; i < intervals; i++) {
		double square = residual[i] * residual[i];

		squares += square;
		fourth += square * square;
	}
	/* 3 is the ratio of the two for the normal distribution */
	return fourth > 0 ? 3 * squares * squares / fourth - 1 : intervals;
}

struct ptool_spread ptool_spread_of_intervals(const double *residual,
					      u32 intervals)
{
	u32 waves = (u32)lround(cbrt((double)intervals * intervals));
	double correlation = correlation_of(residual, intervals), square;

	if (waves > intervals - 1)
		waves = intervals - 1;
	while (waves >= 2 * WAVES_LEAST &&
	       are_dependent(residual, intervals, waves))
		waves /= 2;
	square = mean_square(residual, intervals, 1, waves) /
		 share_of_waves(correlation, intervals, waves);
	return (struct ptool_spread){
		.error = sqrt(square * intervals),
		.freedom = fmin(waves, equal_squares(residual, intervals)),
	};
}

struct ptool_spread ptool_spread_of_runs(const double *residual, u32 runs)
{
	double sum = 0, squares = 0;
	u32 i;

	for (i = 0; i < runs; i++)
		sum += residual[i];
	for (i = 0; i < runs; i++)
		squares += (residual[i] - sum / runs) *
			   (residual[i] - sum / runs);
	return (struct ptool_spread){
		.error = sqrt(squares * runs / (runs - 1)),
		.freedom = runs - 1,
	};
}

double ptool_spread_together(const struct ptool_spread *a,
			     const struct ptool_spread *b)
{
	double a_square = a->error * a->error, b_square = b->error * b->error;
	double sum = a_square + b_square;

	if (!(sum > 0))
		return fmin(a->freedom, b->freedom);
	return sum * sum / (a_square * a_square / a->freedom +
			    b_square * b_square / b->freedom);
}

/*
 * Chance of more than @errors on both sides. For whole degrees of freedom, it is
 * a finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4).
 */
static double chance_beyond(double errors, u32 freedom)
{
	double angle = atan(errors / sqrt(freedom));
	double square = cos(angle) * cos(angle);
	double term = freedom % 2 ? cos(angle) : 1, sum = 0;
	u32 i;

	for (i = freedom % 2 ? 2 : 1; i < freedom; i += 2) {
		sum += term;
		term *= square * i / (i + 1);
	}
	if (freedom % 2)
		return 1 - 2 / M_PI * (angle + sin(angle) * sum);
	return 1 - sin(angle) * sum;
}

static double chance_of(double errors, double freedom)
{
	if (isinf(freedom))
		return erfc(errors / M_SQRT2);
	return chance_beyond(errors, (u32)freedom);
}

static double errors_of(double chance, double freedom)
{
	double low = 0, high = 1, middle;

	while (chance_of(high, freedom) > chance && high < ERRORS_MOST)
		high *= 2;
	while (high - low > high * PRECISION) {
		middle = (low + high) / 2;
		if (chance_of(middle, freedom) > chance)
			low = middle;
		else
			high = middle;
	}
	return high;
}

double ptool_spread_errors(struct ptool_quantile *quantile, double freedom)
{
	if (!(freedom >= 1))
		return INFINITY;
	/* the finite sum is for whole numbers; a smaller one is on the safe side */
	freedom = freedom > FREEDOM_MOST ? INFINITY : floor(freedom);
	if (freedom < quantile->freedom || freedom > quantile->freedom) {
		quantile->freedom = freedom;
		quantile->errors = errors_of(quantile->chance, freedom);
	}
	return quantile->errors;
}
