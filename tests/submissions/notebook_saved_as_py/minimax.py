{"cells": [{"cell_type": "code", "execution_count": null, "outputs": []}]}
