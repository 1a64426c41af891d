package io.poolbench.capacity;

import java.util.Map;
import java.util.SortedMap;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresProblem;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;

/**
 * The Universal Scalability Law (Gunther, <em>Guerrilla Capacity Planning</em>, 2007): {@code X(N)
 * = lambda N / (1 + sigma (N - 1) + kappa N (N - 1))}. Unlike a queueing network it falls past its
 * peak.
 *
 * @param lambda throughput of one user
 * @param sigma contention: the share of work that is serial
 * @param kappa crosstalk: what each further user costs all others
 */
public record ScalabilityLaw(double lambda, double sigma, double kappa) {
  /** Fewer levels than this determine no three parameters. */
  public static final int MIN_LEVELS = 6;

  private static final int MAX_STEPS = 10_000;

  public ScalabilityLaw {
    ClosedNetwork.require("lambda", lambda > 0, lambda);
    ClosedNetwork.require("sigma", sigma >= 0, sigma);
    ClosedNetwork.require("kappa", kappa >= 0, kappa);
  }

  /**
   * The law of least squares in the throughput, by Levenberg and Marquardt; no parameter is below
   * 0.
   *
   * @param tpsByUsers at least {@link #MIN_LEVELS} levels
   */
  public static ScalabilityLaw fit(SortedMap<Integer, Double> tpsByUsers) {
    ClosedNetwork.require("levels", tpsByUsers.size() >= MIN_LEVELS, tpsByUsers.size());
    double[] users = tpsByUsers.keySet().stream().mapToDouble(Integer::doubleValue).toArray();
    double[] tps = tpsByUsers.values().stream().mapToDouble(Double::doubleValue).toArray();
    double alone = 0;
    for (Map.Entry<Integer, Double> level : tpsByUsers.entrySet()) {
      alone = Math.max(alone, level.getValue() / level.getKey());
    }
    LeastSquaresProblem problem =
        new LeastSquaresBuilder()
            .start(new double[] {alone, 0.1, 0.001})
            .model(curve(users))
            .target(tps)
            .parameterValidator(ScalabilityLaw::notNegative)
            .maxEvaluations(MAX_STEPS)
            .maxIterations(MAX_STEPS)
            .build();
    RealVector found = new LevenbergMarquardtOptimizer().optimize(problem).getPoint();
    return new ScalabilityLaw(found.getEntry(0), found.getEntry(1), found.getEntry(2));
  }

  /** The throughput with so many users. */
  public double tps(double users) {
    return lambda * users / (1 + sigma * (users - 1) + kappa * users * (users - 1));
  }

  /** The number of users of highest throughput; infinite without crosstalk. */
  public double peakUsers() {
    return kappa == 0 ? Double.POSITIVE_INFINITY : Math.sqrt((1 - sigma) / kappa);
  }

  private static RealVector notNegative(RealVector parameters) {
    return parameters.map(value -> Math.max(0, value));
  }

  private static MultivariateJacobianFunction curve(double[] users) {
    return parameters -> {
      double lambda = parameters.getEntry(0);
      double sigma = parameters.getEntry(1);
      double kappa = parameters.getEntry(2);
      RealVector tps = new ArrayRealVector(users.length);
      RealMatrix jacobian = new Array2DRowRealMatrix(users.length, 3);
      for (int i = 0; i < users.length; i++) {
        double n = users[i];
        double slowdown = 1 + sigma * (n - 1) + kappa * n * (n - 1);
        tps.setEntry(i, lambda * n / slowdown);
        jacobian.setEntry(i, 0, n / slowdown);
        jacobian.setEntry(i, 1, -lambda * n * (n - 1) / (slowdown * slowdown));
        jacobian.setEntry(i, 2, -lambda * n * n * (n - 1) / (slowdown * slowdown));
      }
      return new Pair<>(tps, jacobian);
    };
  }
}
